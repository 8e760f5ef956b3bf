;; What somebody does in an editor: sees a mistake, takes the fix, hovers, goes to a declaration, renames and lays
;; out. Each step writes a line to standard output; the first that does not come says so.
(require 'eglot)
(require 'flymake)

(defun say (&rest words)
  (princ (concat (mapconcat (lambda (word) (format "%s" word)) words " ") "\n")))

(defun wait (what done)
  (let ((end (time-add (current-time) 20)))
    (while (not (funcall done))
      (when (time-less-p end (current-time))
        (say "does not come:" what)
        (kill-emacs 1))
      (accept-process-output nil 0.02))))

(defun line (number)
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- number))
    (buffer-substring (line-beginning-position) (line-end-position))))

(defun go (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun ask (method more)
  ;; Edits go to the server when Emacs is idle, which a batch never is.
  (eglot--signal-textDocument/didChange)
  (jsonrpc-request (eglot--current-server-or-lose) method
                   (append (eglot--TextDocumentPositionParams) more)))

(find-file "kernel.cl")
(setq-local indent-tabs-mode nil tab-width 4)
;; In a batch no command follows, after which eglot would connect by itself.
(apply #'eglot--connect (eglot--guess-contact))
(wait "the server" #'eglot-current-server)
(wait "the first diagnostic" (lambda () (flymake-start) (flymake-diagnostics)))
(let ((found (car (flymake-diagnostics))))
  (say "seen:" "line" (line-number-at-pos (flymake-diagnostic-beg found))
       (car (split-string (flymake-diagnostic-text found) "\n"))))

(go "threadIdx")
(let* ((range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position)))
       (actions (ask :textDocument/codeAction (list :range range :context '(:diagnostics [])))))
  (say "offered:" (plist-get (elt actions 0) :title))
  (eglot--apply-workspace-edit (plist-get (elt actions 0) :edit)))
(say "fixed:" (line 4))

(go "get_local_id")
(let ((text (plist-get (plist-get (ask :textDocument/hover nil) :contents) :value)))
  (say "hover:" (elt (split-string text "\n") 1)))

(go "in[x] =")
(xref-find-definitions (xref-backend-identifier-at-point 'eglot))
(say "declared:" "line" (line-number-at-pos) "column" (1+ (current-column)))

(eglot-rename "data")
(say "renamed:" (line 1))
(say "renamed:" (line 5))

(eglot-format-buffer)
(say "laid out:" (line 5))
(set-buffer-modified-p nil)
(kill-emacs 0)
