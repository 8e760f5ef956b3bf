;; OpenCL C in Emacs with eglot (part of Emacs 29, a package before): load this from your init file, and have
;; `grader' on the PATH.
(define-derived-mode opencl-mode c-mode "OpenCL"
  "OpenCL C, with what `grader lsp' shows.")
(add-to-list 'auto-mode-alist '("\\.clh?\\'" . opencl-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(opencl-mode . ("grader" "lsp"))))
(add-hook 'opencl-mode-hook 'eglot-ensure)
