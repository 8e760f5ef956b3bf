-- What somebody does in an editor: sees a mistake, takes the fix, hovers, completes, goes to a declaration, renames
-- and lays out. Each step writes a line to standard output; the first that does not come says so.
local function say(...) io.stdout:write(table.concat({ ... }, " "), "\n") end

local function wait(what, done)
  if not vim.wait(20000, done, 20) then
    say("does not come:", what)
    vim.cmd("cquit")
  end
end

local function line(number) return vim.api.nvim_buf_get_lines(0, number - 1, number, true)[1] end

-- The cursor to the first place of a text behind the top, at a character of it.
local function go(text, offset)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.fn.search("\\V" .. text, "cW")
  local place = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, { place[1], place[2] + (offset or 0) })
end

local function ask(method, more)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do return answer.result end
end

wait("the first diagnostic", function() return #vim.diagnostic.get(0) == 1 end)
local found = vim.diagnostic.get(0)[1]
say("seen:", "line", found.lnum + 1, found.source, (found.message:gsub("\n.*", "")))

-- The fix of the diagnostic under the cursor.
go("threadIdx", 2)
local actions = ask("textDocument/codeAction", {
  range = vim.lsp.util.make_range_params().range,
  context = { diagnostics = {} },
})
say("offered:", actions[1].title)
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
say("fixed:", line(4))
wait("the end of the diagnostic", function() return #vim.diagnostic.get(0) == 0 end)

-- A hover opens a window of its own.
go("get_local_id", 3)
vim.lsp.buf.hover()
wait("the hover", function() return #vim.api.nvim_list_wins() == 2 end)
for _, window in ipairs(vim.api.nvim_list_wins()) do
  if window ~= vim.api.nvim_get_current_win() then
    local text = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
    for _, shown in ipairs(text) do
      if shown:find("size_t") then say("hover:", (shown:gsub("%s+$", ""))) end
    end
    vim.api.nvim_win_close(window, true)
  end
end

-- Typed in the middle of a statement.
go("    in[x] = ", 0)
vim.cmd("normal! Ofloat y = get_gl")
vim.api.nvim_win_set_cursor(0, { vim.api.nvim_win_get_cursor(0)[1], 99 })
vim.cmd("startinsert!")
local before = vim.lsp.util.make_position_params()
before.position.character = #vim.api.nvim_get_current_line()
local list = ask("textDocument/completion", { position = before.position })
local labels = {}
for _, item in ipairs(list.items) do
  if item.label:find("^get_gl") then labels[#labels + 1] = item.label end
end
table.sort(labels)
say("completions:", table.concat(labels, ", "))
vim.cmd("stopinsert")
vim.cmd("delete")
wait("quiet", function() return #vim.diagnostic.get(0) == 0 end)

go("in[x] =", 0)
vim.lsp.buf.definition()
wait("the declaration", function() return vim.api.nvim_win_get_cursor(0)[1] == 1 end)
say("declared:", "line 1, column", vim.api.nvim_win_get_cursor(0)[2] + 1)

vim.lsp.buf.rename("data")
wait("the rename", function() return line(1):find("data") ~= nil end)
say("renamed:", line(1))
say("renamed:", line(5))

local laid_out = ask("textDocument/formatting", { options = { tabSize = 4, insertSpaces = true } })
vim.lsp.util.apply_text_edits(laid_out, vim.api.nvim_get_current_buf(), "utf-16")
say("laid out:", line(5))
vim.cmd("qall!")
