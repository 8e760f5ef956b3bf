-- A kernel is stepped through in Neovim's terminal: to the barrier, over it, back, and on to a race. Each step writes a line
-- to standard output; the first that does not come says so.
local function say(...) io.stdout:write(table.concat({ ... }, " "), "\n") end

local function screen() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n") end

local function wait(what, pattern)
  local found
  local function shown()
    found = screen():match(pattern)
    return found
  end
  if not vim.wait(20000, shown, 20) then
    say("does not come:", what)
    say(screen())
    vim.cmd("cquit")
  end
  say(what .. ":", (found:gsub("%s+", " ")))
end

local function press(keys) vim.api.nvim_chan_send(vim.b.terminal_job_id, keys) end

vim.o.columns, vim.o.lines = 200, 40
vim.cmd("GraderDebug")
wait("it begins", "3 >%s+size_t lid")
press("nnn")
wait("at the barrier", "5 >%s+barrier")
press("n")
wait("over the barrier", "6 >%s+value = tile%[last")
press("b")
wait("back at the barrier", "5 >%s+barrier")
press("c")
wait("a mistake", "is a mistake, [%w-]+")
press("q")
vim.cmd("qall!")
