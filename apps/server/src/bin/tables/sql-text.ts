import ts from 'typescript'

/** Is in a text where the source puts something in. */
export const gap = '\u0001'

/** Text as SQL is written in the source, and where. */
export interface SqlText {
  text: string
  line: number
}

function templateText(template: ts.TemplateExpression): string {
  return [template.head.text, ...template.templateSpans.map((span) => gap + span.literal.text)].join('')
}

/** Literals that are joined by `+` are read as one text. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) return templateText(node)
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression)
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === undefined && right === undefined ? undefined : `${left ?? gap}${right ?? gap}`
}

/** What is put into a text is a text of its own. */
function insertedIn(node: ts.Node): ts.Node[] {
  if (ts.isTemplateExpression(node)) return node.templateSpans.map((span) => span.expression)
  if (ts.isParenthesizedExpression(node)) return insertedIn(node.expression)
  if (ts.isBinaryExpression(node))
    return [node.left, node.right].flatMap((side) => (textOf(side) === undefined ? [side] : insertedIn(side)))
  return []
}

/** All literals of a source file, comments left out, with a gap for each thing that is put into them. */
export function textsOf(source: string): SqlText[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  const texts: SqlText[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    if (text === undefined) {
      ts.forEachChild(node, visit)
      return
    }
    texts.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 })
    for (const inserted of insertedIn(node)) visit(inserted)
  }
  visit(file)
  return texts
}
