-- OpenCL C in Neovim 0.7 and later: put this file where your init.lua can load it, and `grader` on the PATH.
-- :GraderDebug steps through the launch of the kernel in a terminal beside it.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.cl", "*.clh" },
  callback = function(event) vim.bo[event.buf].filetype = "opencl" end,
})
vim.api.nvim_create_autocmd("FileType", {
  pattern = "opencl",
  callback = function(event)
    local server = { name = "grader", cmd = { "grader", "lsp" } }
    if vim.lsp.start then
      vim.lsp.start(server)
    else
      vim.lsp.buf_attach_client(event.buf, vim.lsp.start_client(server))
    end
    vim.bo[event.buf].omnifunc = "v:lua.vim.lsp.omnifunc"
  end,
})
vim.api.nvim_create_user_command("GraderDebug", function()
  vim.cmd("update | botright vsplit | enew")
  vim.fn.termopen({ "grader", "debug", vim.fn.expand("#:p") })
  vim.cmd("startinsert")
end, {})
