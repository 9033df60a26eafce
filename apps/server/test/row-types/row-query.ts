import { relative } from 'node:path'
import ts from 'typescript'
import { kindsOf, type Kind } from './column-kind.ts'

/** A call in the source that asks the database and says of what type the rows are. */
export interface RowQuery {
  /** File and line. */
  place: string
  /** The fixed parts of the statement, in order; between them the source puts something in. */
  parts: readonly string[]
  columns: ReadonlyMap<string, { kinds: ReadonlySet<Kind>; isOptional: boolean }>
}

/** The fixed parts of a text that an expression gives. Constants are looked up, anything else is a gap. */
function partsOf(checker: ts.TypeChecker, node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text]
  if (ts.isParenthesizedExpression(node)) return partsOf(checker, node.expression)
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (parts, { expression, literal }) => joined(joined(parts, partsOf(checker, expression)), [literal.text]),
      [node.head.text],
    )
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return joined(partsOf(checker, node.left), partsOf(checker, node.right))
  }
  if (ts.isIdentifier(node)) {
    const initializer = constantOf(checker, node)
    if (initializer) return partsOf(checker, initializer)
  }
  return ['', '']
}

function joined(before: readonly string[], after: readonly string[]): string[] {
  return [...before.slice(0, -1), `${before.at(-1) ?? ''}${after[0] ?? ''}`, ...after.slice(1)]
}

function constantOf(checker: ts.TypeChecker, node: ts.Identifier): ts.Expression | undefined {
  const local = checker.getSymbolAtLocation(node)
  const symbol = local && local.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(local) : local
  const declaration = symbol?.valueDeclaration
  const isConstant =
    declaration &&
    ts.isVariableDeclaration(declaration) &&
    ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const
  return isConstant ? declaration.initializer : undefined
}

/** The type of a row, from what the call promises: an array of rows, or the driver's result with its rows. */
function rowType(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type | undefined {
  const promised = checker.getAwaitedType(checker.getTypeAtLocation(call))
  if (!promised) return undefined
  const rows = promised.getProperty('rows')
  const list = rows ? checker.getTypeOfSymbol(rows) : promised
  if (!checker.isArrayType(list)) return undefined
  const [row] = checker.getTypeArguments(list as ts.TypeReference)
  return row && row.flags & (ts.TypeFlags.Object | ts.TypeFlags.Union | ts.TypeFlags.Intersection)
    ? row
    : undefined
}

function statementOf({ expression, arguments: given }: ts.CallExpression): ts.Expression | undefined {
  if (ts.isIdentifier(expression) && expression.text === 'query') return given[1]
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'query') return given[0]
  return undefined
}

/** All such calls of some files. `root` is left out of their places. */
export function findRowQueries(files: readonly string[], root: string): RowQuery[] {
  const { config } = ts.readConfigFile(`${root}/tsconfig.base.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root)
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const found: RowQuery[] = []
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isCallExpression(node)) return
    const statement = statementOf(node)
    const row = statement && rowType(checker, node)
    if (!row) return
    const columns = checker.getPropertiesOfType(row).map((property) => {
      const kinds = kindsOf(checker, checker.getTypeOfSymbol(property))
      return [property.name, { kinds, isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0 }] as const
    })
    const source = node.getSourceFile()
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const place = `${relative(root, source.fileName)}:${line}`
    if (columns.length > 0)
      found.push({ place, parts: partsOf(checker, statement), columns: new Map(columns) })
  }
  for (const file of files) {
    const source = program.getSourceFile(file)
    if (source) visit(source)
  }
  return found
}
