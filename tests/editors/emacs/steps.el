;; A kernel is stepped through with dap-mode: to a breakpoint, over the barrier, on to a race. Each step writes a line to
;; standard output; the first that does not come says so.
(require 'dap-mode)

(defun say (&rest words)
  (princ (concat (mapconcat (lambda (word) (format "%s" word)) words " ") "\n")))

(defun wait (what done)
  (let ((end (time-add (current-time) 20)))
    (while (not (funcall done))
      (when (time-less-p end (current-time))
        (say "does not come:" what)
        (kill-emacs 1))
      (accept-process-output nil 0.02))))

(defun session () (dap--cur-session))

(defun frame () (and (session) (dap--debug-session-active-frame (session))))

(defun at (line)
  (wait (format "line %s" line) (lambda () (and (frame) (equal (gethash "line" (frame)) line)))))

(defun value-of (expression)
  (let ((answer nil))
    (dap--send-message
     (dap--make-request "evaluate" (list :expression expression :frameId (gethash "id" (frame)) :context "watch"))
     (lambda (got) (setq answer got))
     (session))
    (wait expression (lambda () answer))
    (gethash "result" (gethash "body" answer))))

;; What the package shows in windows needs a screen.
(setq dap-auto-configure-features nil
      lsp-restart 'ignore)
(find-file "turn.cl")
(goto-char (point-min))
(forward-line 4)
(dap-breakpoint-add)
(grader-debug)
(at 3)
(say "begins:" "line 3, in" (gethash "name" (frame)))
(dap-continue (session) (dap--debug-session-thread-id (session)))
(at 5)
(say "at the breakpoint:" "line 5, value" (value-of "value"))
(dap-next (session))
(at 6)
(say "over the barrier:" "line 6, tile[last - lid]" (value-of "tile[last - lid]"))
(dap-next (session))
(at 7)
(say "after the read:" "value" (value-of "value"))
(dap-continue (session) (dap--debug-session-thread-id (session)))
(at 5)
(say "in the next group:" "value" (value-of "value"))
(let ((said nil))
  (add-hook 'dap-stopped-hook (lambda (_) (setq said t)))
  (dap-continue (session) (dap--debug-session-thread-id (session)))
  (wait "the race" (lambda () said)))
(at 7)
(say "before the race:" "line 7, out[lid]" (value-of "out[lid]"))
(set-buffer-modified-p nil)
(kill-emacs 0)
