import { createHash } from 'node:crypto'
import { stringify } from 'yaml'
import { readTemplate, type Expression, type Node } from './template.reading.ts'

type Values = Record<string, unknown>

interface Scope {
  dot: unknown
  variables: Map<string, unknown>
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))

function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trimEnd()
}

function indent(width: number, value: string): string {
  return value
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(width) + line))
    .join('\n')
}

/** The functions of Helm that the chart uses, by their name there. */
// eslint-disable-next-line typescript/no-explicit-any -- a template hands on what it has
const functions: Record<string, (...given: any[]) => unknown> = {
  and: (...given) => given.find((value) => !isTrue(value)) ?? given.at(-1),
  contains: (part, whole) => String(whole).includes(String(part)),
  default: (other, value) => (isTrue(value) ? value : other),
  dict: (...given) =>
    Object.fromEntries(given.flatMap((key, at) => (at % 2 === 0 ? [[key, given[at + 1]]] : []))),
  eq: (one, other) => one === other,
  gt: (one, other) => one > other,
  int: Number,
  nindent: (width, value) => `\n${indent(width, String(value))}`,
  not: (value) => !isTrue(value),
  omit: (values: Values, ...names) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
  printf: (form: string, ...given) => form.replaceAll('%s', () => text(given.shift())),
  quote: (value) => JSON.stringify(text(value)),
  sha256sum: (value) => createHash('sha256').update(String(value)).digest('hex'),
  toYaml,
  trimSuffix: (end, value) => (String(value).endsWith(end) ? String(value).slice(0, -end.length) : value),
  trunc: (length, value) => String(value).slice(0, length),
  required(message, value) {
    if (isTrue(value)) return value
    throw new Error(String(message))
  },
}

function reach(from: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((value, name) => (value as Values | undefined)?.[name], from)
}

/** Renders templates that know each other, as `helm template` does. */
export function createRenderer(sources: Record<string, string>) {
  const named = new Map<string, Node[]>()
  const trees = Object.fromEntries(
    Object.entries(sources).map(([name, source]) => {
      const tree = readTemplate(source)
      for (const node of tree) if (node.kind === 'define') named.set(node.name, node.body)
      return [name, tree]
    }),
  )

  function evaluate(expression: Expression, scope: Scope): unknown {
    if (expression.kind === 'literal') return expression.value
    if (expression.kind === 'path') {
      const from = expression.from === '' ? scope.dot : scope.variables.get(expression.from)
      return reach(from, expression.names)
    }
    const given = expression.given.map((one) => evaluate(one, scope))
    if (expression.name === 'include') return include(String(given[0]), given[1])
    const call = functions[expression.name]
    if (!call) throw new Error(`The function ${expression.name} is not known here`)
    return call(...given)
  }

  function include(name: string, dot: unknown): string {
    const body = named.get(name)
    if (!body) throw new Error(`There is no template ${name}`)
    return renderAll(body, { dot, variables: new Map([['$', dot]]) })
  }

  function renderRange({ over, names, each }: Extract<Node, { kind: 'range' }>, scope: Scope): string {
    const items = Object.entries((evaluate(over, scope) ?? {}) as Values).toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    )
    return items
      .map(([key, value]) => {
        const variables = new Map(scope.variables)
        names.forEach((name, at) => variables.set(name, at === 0 && names.length > 1 ? key : value))
        return renderAll(each, { dot: value, variables })
      })
      .join('')
  }

  function renderBranches(node: Extract<Node, { branches: unknown }>, scope: Scope): string {
    for (const { when, body } of node.branches) {
      const value = evaluate(when, scope)
      if (isTrue(value)) return renderAll(body, node.kind === 'with' ? { ...scope, dot: value } : scope)
    }
    return renderAll(node.otherwise, scope)
  }

  function render(node: Node, scope: Scope): string {
    switch (node.kind) {
      case 'text':
        return node.text
      case 'print':
        return text(evaluate(node.value, scope))
      case 'range':
        return renderRange(node, scope)
      case 'define':
        return ''
      default:
        return renderBranches(node, scope)
    }
  }

  function renderAll(nodes: readonly Node[], scope: Scope): string {
    return nodes.map((node) => render(node, scope)).join('')
  }

  return {
    /** The text of one of the templates; throws where `required` does. */
    render(name: string, root: Values): string {
      return renderAll(trees[name] ?? [], { dot: root, variables: new Map([['$', root]]) })
    },
  }
}
