//! Initialisers and their designators.

use super::{Parse, Parser};
use crate::source::Origin;
use crate::syntax::{
    Designator, Initializer, InitializerId, InitializerItem, InitializerKind, Name,
};
use crate::token::Punctuator as P;

impl Parser<'_> {
    /// What follows `=` in a declaration.
    pub(super) fn initializer(&mut self) -> Parse<InitializerId> {
        if self.is(P::LeftBrace) {
            return self.braced_initializer();
        }
        let first = self.origin();
        let expr = self.assignment_expression()?;
        let height = self.height(expr);
        Ok(self.push_initializer(
            Initializer {
                kind: InitializerKind::Expr(expr),
                first,
                last: self.expr(expr).last,
            },
            height,
        ))
    }

    /// `{ ... }`
    pub(super) fn braced_initializer(&mut self) -> Parse<InitializerId> {
        let open = self.expect(P::LeftBrace, "before the initialiser")?;
        let (items, height) =
            self.region(|parser| parser.nested(|parser| parser.initializer_items(open)))?;
        let last = self.previous();
        Ok(self.push_initializer(
            Initializer {
                kind: InitializerKind::List(items),
                first: open,
                last,
            },
            height,
        ))
    }

    fn initializer_items(&mut self, open: Origin) -> Parse<Vec<InitializerItem>> {
        let mut items = Vec::new();
        loop {
            if self.eat(P::RightBrace).is_some() {
                return Ok(items);
            }
            let designators = self.designators()?;
            let value = self.initializer()?;
            items.push(InitializerItem { designators, value });
            if self.eat(P::Comma).is_none() {
                self.expect_closing(P::RightBrace, open)?;
                return Ok(items);
            }
        }
    }

    fn designators(&mut self) -> Parse<Vec<Designator>> {
        let mut designators = Vec::new();
        if let Some(name) = self.identifier()
            && self.is_ahead(1, P::Colon)
        {
            self.advance();
            self.advance();
            return Ok(vec![Designator::Field(name)]);
        }
        loop {
            if self.eat(P::Dot).is_some() {
                let name = self.field_name()?;
                designators.push(Designator::Field(name));
            } else if self.is(P::LeftBracket) {
                let origin = self.advance();
                let (index, end) = self.nested(|parser| {
                    let index = parser.constant_expression()?;
                    let end = match parser.eat(P::Ellipsis) {
                        Some(_) => Some(parser.constant_expression()?),
                        None => None,
                    };
                    Ok((index, end))
                })?;
                self.expect_closing(P::RightBracket, origin)?;
                designators.push(Designator::Index { index, end, origin });
            } else {
                break;
            }
        }
        let index_alone = matches!(designators[..], [Designator::Index { .. }]);
        if !designators.is_empty() && self.eat(P::Equal).is_none() && !index_alone {
            return Err(self.expected("`=` after the designator"));
        }
        Ok(designators)
    }

    fn field_name(&mut self) -> Parse<Name> {
        match self.identifier() {
            Some(name) => {
                self.advance();
                Ok(name)
            }
            None => Err(self.expected("the name of a field")),
        }
    }
}
