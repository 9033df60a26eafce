import { isLinkAddress } from './address.ts'
import {
  emptyDocument,
  markNames,
  richTextLimits,
  type MarkName,
  type RichDocument,
  type RichMark,
  type RichNode,
} from './document.ts'
import { isStorable, nodeRules, type NodeRule } from './node-rule.ts'

export type Checked =
  | { ok: true; document: RichDocument }
  /** The fault, as the rest of a sentence that begins with the name of the text. */
  | { ok: false; problem: string }

/** With commas. `Intl` would load its data for this as soon as the module is there. */
const count = (n: number): string => String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

export const tooManyCharacters = `can have at most ${count(richTextLimits.characters)} characters; this has more.`

/** Thrown and caught in this file only: a fault may lie deep, and ends the whole. */
class Unsound extends Error {}

interface Budget {
  nodes: number
  characters: number
}

type Given = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const quoted = (value: unknown): string => `"${String(value).slice(0, 60)}"`

function readMark(given: unknown): RichMark {
  const type = isObject(given) ? given['type'] : undefined
  const name = markNames.find((one) => one === type)
  if (!isObject(given) || !name) throw new Unsound(`has an unknown mark ${quoted(type)}.`)
  if (name !== 'link') return { type: name }
  const href = isObject(given['attrs']) ? given['attrs']['href'] : undefined
  if (isLinkAddress(href)) return { type: name, attrs: { href } }
  throw new Unsound(`has a link to ${quoted(href)}. Links must be http, https or mailto addresses.`)
}

function readMarks(given: unknown): RichMark[] {
  if (given === undefined) return []
  if (!Array.isArray(given)) throw new Unsound('has marks that are not a list.')
  const marks = new Map<MarkName, RichMark>(given.map(readMark).map((mark) => [mark.type, mark]))
  return markNames.flatMap((name) => marks.get(name) ?? [])
}

function readText(given: Given, isUnmarked: boolean, budget: Budget): RichNode {
  const { text } = given
  if (typeof text !== 'string') throw new Unsound('has an empty text node.')
  if (!isStorable(text))
    throw new Unsound("contains a character that can't be stored. Remove it and try again.")
  budget.characters -= text.length
  if (budget.characters < 0) {
    throw new Unsound(tooManyCharacters)
  }
  const marks = isUnmarked ? [] : readMarks(given['marks'])
  return { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) }
}

/** Texts that follow each other with the same marks are one; an editor has none that are empty. */
function joinTexts(nodes: readonly RichNode[]): RichNode[] {
  const joined: RichNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.text === '') continue
    if (last?.type === 'text' && node.type === 'text' && sameMarks(last, node)) {
      joined[joined.length - 1] = { ...last, text: `${last.text}${node.text}` }
    } else joined.push(node)
  }
  return joined
}

const sameMarks = (one: RichNode, other: RichNode): boolean =>
  JSON.stringify(one.marks) === JSON.stringify(other.marks)

function readContent(given: Given, rule: NodeRule, depth: number, budget: Budget): RichNode[] {
  const { type, content = [] } = given
  if (!Array.isArray(content)) throw new Unsound(`has a ${quoted(type)} whose content is not a list.`)
  const nodes = joinTexts(content.map((part) => readNode(part, rule, depth + 1, budget)))
  const isMissing = rule.first ? nodes[0]?.type !== rule.first : nodes.length === 0 && !rule.mayBeEmpty
  if (isMissing) throw new Unsound(`has a ${quoted(type)} with invalid content at its start.`)
  return nodes
}

/** One node that is in a node of `within`. */
function readNode(given: unknown, within: NodeRule, depth: number, budget: Budget): RichNode {
  const type = isObject(given) ? given['type'] : undefined
  if (!isObject(given) || typeof type !== 'string') throw new Unsound('has a part without a type.')
  if (depth > richTextLimits.depth) throw new Unsound('is nested too deeply.')
  budget.nodes -= 1
  if (budget.nodes < 0)
    throw new Unsound(`can have at most ${count(richTextLimits.nodes)} parts; this has more.`)
  const rule = nodeRules.get(type)
  if (!rule && type !== 'text') throw new Unsound(`has an unknown part ${quoted(type)}.`)
  if (!within.holds?.has(type)) throw new Unsound(`has a part ${quoted(type)} where it isn't allowed.`)
  if (!rule) return readText(given, within.unmarked === true, budget)
  return { type, ...readAttributes(given, rule), ...readParts(given, rule, depth, budget) }
}

function readAttributes(given: Given, rule: NodeRule): Pick<RichNode, 'attrs'> {
  if (!rule.attrs) return {}
  // An editor writes null for what has its usual value.
  const present = Object.entries(isObject(given['attrs']) ? given['attrs'] : {}).filter(
    ([, value]) => value !== null,
  )
  const attrs = rule.attrs(Object.fromEntries(present))
  if (!attrs) throw new Unsound(`has a ${quoted(given['type'])} with invalid attributes.`)
  return Object.keys(attrs).length > 0 ? { attrs } : {}
}

function readParts(given: Given, rule: NodeRule, depth: number, budget: Budget): Pick<RichNode, 'content'> {
  if (!rule.holds) return {}
  const content = readContent(given, rule, depth, budget)
  return content.length > 0 ? { content } : {}
}

/**
 * Checks a document against what Steward knows, and gives it in the one form in which it is kept:
 * attributes that mean nothing are left out, marks are in order, texts are joined. Never throws.
 */
export function checkRichText(input: unknown): Checked {
  if (!isObject(input) || input['type'] !== 'doc') return { ok: false, problem: 'is not a document.' }
  const budget = { nodes: richTextLimits.nodes, characters: richTextLimits.characters }
  const isBare = Array.isArray(input['content']) && input['content'].length === 0
  try {
    const content = isBare
      ? emptyDocument.content
      : readContent(input, nodeRules.get('doc') as NodeRule, 0, budget)
    return { ok: true, document: { type: 'doc', content } }
  } catch (error) {
    if (error instanceof Unsound) return { ok: false, problem: error.message }
    throw error
  }
}
