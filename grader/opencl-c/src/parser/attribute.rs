//! `__attribute__((...))`.

use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::keyword::Keyword;
use crate::source::Origin;
use crate::syntax::{Attribute, AttributeKind, ExprId};
use crate::token::{Punctuator as P, Symbol, TokenKind};

impl Parser<'_> {
    pub(super) fn attributes(&mut self, into: &mut Vec<Attribute>) -> Parse<()> {
        while self.eat_keyword(Keyword::Attribute).is_some() {
            let outer = self.expect(P::LeftParen, "after `__attribute__`")?;
            let inner = self.expect(P::LeftParen, "after `__attribute__(`")?;
            while !self.is(P::RightParen) {
                if self.eat(P::Comma).is_some() {
                    continue;
                }
                let TokenKind::Identifier(name) = self.kind() else {
                    return Err(self.expected("the name of an attribute"));
                };
                let attribute = self.nested(|parser| parser.attribute(name))?;
                into.push(attribute);
                if !self.is(P::RightParen) && !self.is(P::Comma) {
                    break;
                }
            }
            self.expect_closing(P::RightParen, inner)?;
            self.expect_closing(P::RightParen, outer)?;
        }
        Ok(())
    }

    fn attribute(&mut self, name: Symbol) -> Parse<Attribute> {
        let origin = self.advance();
        let written = self.interner.text(name);
        let bare = written
            .strip_prefix("__")
            .and_then(|rest| rest.strip_suffix("__"))
            .unwrap_or(written);
        let kind = match bare {
            "reqd_work_group_size" => {
                AttributeKind::RequiredWorkGroupSize(self.three_sizes(bare, origin)?)
            }
            "work_group_size_hint" => {
                AttributeKind::WorkGroupSizeHint(self.three_sizes(bare, origin)?)
            }
            "intel_reqd_sub_group_size" => {
                let Some(size) = self.optional_argument()? else {
                    return Err(self.expected("a size in parentheses"));
                };
                AttributeKind::RequiredSubGroupSize(size)
            }
            "vec_type_hint" => {
                let open = self.expect(P::LeftParen, "after `vec_type_hint`")?;
                let ty = self.type_name()?;
                self.expect_closing(P::RightParen, open)?;
                AttributeKind::VecTypeHint(ty)
            }
            "aligned" => AttributeKind::Aligned(self.optional_argument()?),
            "opencl_unroll_hint" => AttributeKind::UnrollHint(self.optional_argument()?),
            "packed" => AttributeKind::Packed,
            "overloadable" => AttributeKind::Overloadable,
            "vector_size" | "ext_vector_type" => {
                let Some(size) = self.optional_argument()? else {
                    return Err(self.expected("a size in parentheses"));
                };
                if bare == "vector_size" {
                    AttributeKind::VectorSize(size)
                } else {
                    AttributeKind::ExtVectorType(size)
                }
            }
            _ => {
                if self.eat(P::LeftParen).is_some() {
                    self.skip_to_closing_paren();
                }
                AttributeKind::Other
            }
        };
        Ok(Attribute {
            kind,
            name,
            origin,
            end: self.previous(),
        })
    }

    fn optional_argument(&mut self) -> Parse<Option<ExprId>> {
        let Some(open) = self.eat(P::LeftParen) else {
            return Ok(None);
        };
        if self.eat(P::RightParen).is_some() {
            return Ok(None);
        }
        let argument = self.assignment_expression()?;
        self.expect_closing(P::RightParen, open)?;
        Ok(Some(argument))
    }

    fn three_sizes(&mut self, name: &str, origin: Origin) -> Parse<[ExprId; 3]> {
        let open = self.expect(P::LeftParen, &format!("after `{name}`"))?;
        let mut sizes = vec![self.assignment_expression()?];
        while self.eat(P::Comma).is_some() {
            sizes.push(self.assignment_expression()?);
        }
        let close = self.expect_closing(P::RightParen, open)?;
        <[ExprId; 3]>::try_from(sizes).map_err(|sizes| {
            let diagnostic = Diagnostic::error(
                origin,
                format!(
                    "`{name}` takes three sizes, one for each dimension, and here are {}",
                    sizes.len()
                ),
            )
            .to(close)
            .help("write 1 for a dimension that is not used");
            self.report(diagnostic)
        })
    }
}
