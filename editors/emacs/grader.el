;; OpenCL C in Emacs with eglot (part of Emacs 29, a package before): load this from your init file, and have
;; `grader' on the PATH. With the package dap-mode, M-x grader-debug steps through the launch of a kernel.
(define-derived-mode opencl-mode c-mode "OpenCL"
  "OpenCL C, with what `grader lsp' shows.")
(add-to-list 'auto-mode-alist '("\\.clh?\\'" . opencl-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(opencl-mode . ("grader" "lsp"))))
(add-hook 'opencl-mode-hook 'eglot-ensure)

(defun grader-debug ()
  "Step through the launch of this kernel: its exercise's, or that of the LAUNCH.toml beside it."
  (interactive)
  (require 'dap-mode)
  (require 'dap-ui)
  (dap-register-debug-provider
   "opencl-grader" (lambda (launch) (plist-put launch :dap-server-path '("grader" "dap"))))
  (dap-debug (list :type "opencl-grader" :request "launch" :name "OpenCL" :program (buffer-file-name))))
