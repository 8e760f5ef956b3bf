//! Requests by their methods.

use crate::analysis::Analysis;
use crate::document::Document;
use crate::server::Server;
use crate::{
    actions, code_lenses, completion, folding, formatting, highlighting, hover, launches,
    navigation, rename, signature, symbols,
};
use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{
    CodeActionRequest, CodeActionResolveRequest, CodeLensRequest, Completion,
    DocumentHighlightRequest, DocumentSymbolRequest, FoldingRangeRequest, Formatting,
    GotoDefinition, GotoTypeDefinition, HoverRequest, PrepareRenameRequest, RangeFormatting,
    References, Rename, Request as Method, ResolveCompletionItem, SemanticTokensFullRequest,
    SemanticTokensRangeRequest, SignatureHelpRequest,
};
use lsp_types::{
    CompletionResponse, Position, SemanticTokensRangeResult, SemanticTokensResult,
    TextDocumentPositionParams, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::rc::Rc;

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    #[error("{method}: unknown parameters: {why}")]
    Parameters { method: &'static str, why: String },
    #[error("{0}")]
    Rename(#[from] rename::NotRenamed),
    #[error("{0}")]
    Format(#[from] formatter::NotFormatted),
    #[error("{0}")]
    Repair(#[from] launches::NotRepaired),
}

/// A place in a document that is open, and what is known of it.
pub(crate) struct At<'a> {
    pub(crate) server: &'a Server,
    pub(crate) uri: &'a Uri,
    pub(crate) document: &'a Document,
    pub(crate) analysis: Rc<Analysis>,
    /// The byte of the analysed text.
    pub(crate) offset: usize,
}

/// Answers a request.
pub(crate) fn answer(server: &Server, request: Request) -> Response {
    let method = request.method.clone();
    match method.as_str() {
        HoverRequest::METHOD => with::<HoverRequest>(request, |params| {
            let at = server.at(&params.text_document_position_params);
            Ok(at.and_then(|at| hover::of(&at)))
        }),
        Completion::METHOD => with::<Completion>(request, |params| {
            let at = server.at(&params.text_document_position);
            Ok(at.map(|at| CompletionResponse::List(completion::of(&at))))
        }),
        ResolveCompletionItem::METHOD => {
            with::<ResolveCompletionItem>(request, |params| Ok(completion::resolve(params)))
        }
        SignatureHelpRequest::METHOD => with::<SignatureHelpRequest>(request, |params| {
            let at = server.at(&params.text_document_position_params);
            Ok(at.and_then(|at| signature::of(&at)))
        }),
        GotoDefinition::METHOD => with::<GotoDefinition>(request, |params| {
            let at = server.at(&params.text_document_position_params);
            Ok(at.and_then(|at| navigation::definition(&at)))
        }),
        GotoTypeDefinition::METHOD => with::<GotoTypeDefinition>(request, |params| {
            let at = server.at(&params.text_document_position_params);
            Ok(at.and_then(|at| navigation::type_definition(&at)))
        }),
        References::METHOD => with::<References>(request, |params| {
            let at = server.at(&params.text_document_position);
            let declared = params.context.include_declaration;
            Ok(at.map(|at| navigation::references(&at, declared)))
        }),
        DocumentHighlightRequest::METHOD => with::<DocumentHighlightRequest>(request, |params| {
            let at = server.at(&params.text_document_position_params);
            Ok(at.map(|at| navigation::highlights(&at)))
        }),
        DocumentSymbolRequest::METHOD => with::<DocumentSymbolRequest>(request, |params| {
            let found = server.open(&params.text_document.uri);
            Ok(found.map(|(_, analysis)| {
                symbols::of(&analysis, &params.text_document.uri, server.client)
            }))
        }),
        FoldingRangeRequest::METHOD => with::<FoldingRangeRequest>(request, |params| {
            let found = server.open(&params.text_document.uri);
            Ok(found.map(|(_, analysis)| folding::of(&analysis)))
        }),
        CodeLensRequest::METHOD => with::<CodeLensRequest>(request, |params| {
            let found = server.open(&params.text_document.uri);
            Ok(found.map(|(document, analysis)| code_lenses::of(server, document, &analysis)))
        }),
        CodeActionResolveRequest::METHOD => with::<CodeActionResolveRequest>(request, |params| {
            Ok(actions::resolve(server, params)?)
        }),
        CodeActionRequest::METHOD => with::<CodeActionRequest>(request, |params| {
            let found = server.open(&params.text_document.uri);
            Ok(found.map(|(document, analysis)| actions::of(server, document, &analysis, &params)))
        }),
        Formatting::METHOD => with::<Formatting>(request, |params| {
            let found = server.documents.get(params.text_document.uri.as_str());
            let edits =
                found.map(|it| formatting::of(&it.text, server.encoding, &params.options, None));
            Ok(edits.transpose()?)
        }),
        RangeFormatting::METHOD => with::<RangeFormatting>(request, |params| {
            let found = server.documents.get(params.text_document.uri.as_str());
            let range = Some(params.range);
            let edits =
                found.map(|it| formatting::of(&it.text, server.encoding, &params.options, range));
            Ok(edits.transpose()?)
        }),
        PrepareRenameRequest::METHOD => with::<PrepareRenameRequest>(request, |params| {
            let at = server.at(&params);
            Ok(at.map(|at| rename::prepare(&at)).transpose()?)
        }),
        Rename::METHOD => with::<Rename>(request, |params| {
            let at = server.at(&params.text_document_position);
            Ok(at.map(|at| rename::of(&at, &params.new_name)).transpose()?)
        }),
        SemanticTokensFullRequest::METHOD => with::<SemanticTokensFullRequest>(request, |params| {
            let found = server.open(&params.text_document.uri);
            Ok(found.map(|(_, analysis)| {
                SemanticTokensResult::Tokens(highlighting::of(&analysis, None))
            }))
        }),
        SemanticTokensRangeRequest::METHOD => {
            with::<SemanticTokensRangeRequest>(request, |params| {
                let found = server.open(&params.text_document.uri);
                Ok(found.map(|(_, analysis)| {
                    let tokens = highlighting::of(&analysis, Some(params.range));
                    SemanticTokensRangeResult::Tokens(tokens)
                }))
            })
        }
        _ => {
            let why = format!("there is no request `{method}` here");
            Response::new_err(request.id, ErrorCode::MethodNotFound as i32, why)
        }
    }
}

fn with<M>(
    request: Request,
    answer: impl FnOnce(M::Params) -> Result<M::Result, Refused>,
) -> Response
where
    M: Method,
    M::Params: DeserializeOwned,
    M::Result: Serialize,
{
    let params = serde_json::from_value(request.params).map_err(|error| Refused::Parameters {
        method: M::METHOD,
        why: error.to_string(),
    });
    match params.and_then(answer) {
        Ok(result) => Response::new_ok(request.id, result),
        Err(refused) => {
            let code = match &refused {
                Refused::Parameters { .. } => ErrorCode::InvalidParams,
                Refused::Rename(_) | Refused::Format(_) | Refused::Repair(_) => {
                    ErrorCode::RequestFailed
                }
            };
            Response::new_err(request.id, code as i32, refused.to_string())
        }
    }
}

impl Server {
    /// A document that is open and not too large, and what is known of it.
    pub(crate) fn open(&self, uri: &Uri) -> Option<(&Document, Rc<Analysis>)> {
        let document = self.documents.get(uri.as_str())?;
        let is_read = !document.is_too_large();
        is_read.then(|| (document, self.analysis(document)))
    }

    fn at<'a>(&'a self, params: &'a TextDocumentPositionParams) -> Option<At<'a>> {
        let uri = &params.text_document.uri;
        let (document, analysis) = self.open(uri)?;
        let Position { line, character } = params.position;
        let offset = analysis
            .lines
            .offset(&analysis.text, Position { line, character });
        Some(At {
            server: self,
            uri,
            document,
            analysis,
            offset,
        })
    }
}
