import {
  audiences,
  itemKinds,
  type Audience,
  type ItemKind,
  type LinkedRecord,
} from '@steward/contracts/timeline'
import { keepsOrder, may, type Actor } from '../../platform/actor.ts'
import { notFound, type AppError } from '../../platform/errors.ts'

/** Kinds and audiences as the database keeps them. */
export const kindId = (kind: ItemKind): number => itemKinds.indexOf(kind) + 1
export const kindOf = (id: number): ItemKind => itemKinds[id - 1] as ItemKind
export const audienceId = (audience: Audience): number => audiences.indexOf(audience)
export const audienceOf = (id: number): Audience => audiences[id] as Audience

/** What people call an item of a kind. */
export const nounOf: Record<ItemKind, string> = {
  note: 'note',
  activity: 'activity',
  pulse: 'pulse',
  file: 'file group',
  email: 'e-mail',
  change: 'change',
  survey: 'survey response',
}

export function unknownItem(kind?: ItemKind): AppError {
  const noun = kind ? nounOf[kind] : 'item'
  return notFound('timeline.unknown', `This ${noun} does not exist, or you can't see it.`)
}

/** What follows it in the words of an item is only searched: names and addresses, and files. */
export const searchedOnly = '\u2029'
/** What follows it there are the comments. */
export const commentsBegin = '\u2028'

/** What people wrote, as words of an item: the two separators are line ends in it, wherever it was copied from. */
export const searchable = (text: string): string => text.replaceAll(/[\u2028\u2029]/g, '\n')

/** Of the words of an item those that people wrote in it; the line end before what is only searched is none of them. */
export function ownWords(words: string): string {
  const [own = '', searched] = words.split(commentsBegin, 1)[0]!.split(searchedOnly, 2)
  return searched === undefined ? own : own.replace(/\n$/, '')
}

/** Kinds whose own words have the names of their files. */
const naming: ReadonlySet<ItemKind> = new Set(['file', 'email'])

/** The words of an item with the names of the files that hang on it. */
export function wordsWithFiles(kind: ItemKind, words: string, names: readonly string[]): string {
  if (naming.has(kind)) return words
  return [ownWords(words) + searchedOnly, ...names].join('\n')
}

/** A record with which an item lies. */
export type Placed = Pick<LinkedRecord, 'level' | 'id'>

interface Written {
  kind: ItemKind
  authorId: number | null
}

/** Whether an actor who may read an item may also edit, delete and pin it. */
export function mayEdit(actor: Actor, { kind, authorId }: Written): boolean {
  if (kind === 'change' || kind === 'survey' || !may(actor, 'timeline.edit')) return false
  if (authorId === actor.userId) return true
  return kind !== 'email' && keepsOrder(actor)
}

/** Where a page begins: behind the item that was the last one. */
export interface Place {
  /** Microseconds since 1970. */
  micros: number
  itemId: number
}

export function writeCursor({ micros, itemId }: Place): string {
  return Buffer.from(`${micros}.${itemId}`).toString('base64url')
}

/** In microseconds: the first instant of the database, in 4713 BC, and the last one of a JavaScript date, lie outside. */
const [earliest, latest] = [-2.1e17, 8.64e18]

/** Undefined for a text that no page has given. */
export function readCursor(text: string): Place | undefined {
  const found = /^(-?\d{1,19})\.(\d{1,16})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (!found) return undefined
  const [micros, itemId] = [Number(found[1]), Number(found[2])]
  return micros >= earliest && micros <= latest && Number.isSafeInteger(itemId)
    ? { micros, itemId }
    : undefined
}

/** An instant of a request; undefined where the text is none, or lies where no database keeps it. */
export function readInstant(text: string): Date | undefined {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return undefined
  const at = new Date(time)
  const year = at.getUTCFullYear()
  return year >= 1 && year <= 9999 ? at : undefined
}

/**
 * A query as a tsquery of the configuration `simple`: all words, of which the last may be the beginning of
 * one. Null where nothing in it is a word. Whatever is typed, it is sound.
 */
export function prefixQuery(text: string): string | null {
  // What PostgreSQL takes for letters and digits.
  const words = text.match(/[\p{Alphabetic}\p{Nd}]+/gu)
  if (!words) return null
  return words.map((word, at) => `'${word}'${at === words.length - 1 ? ':*' : ''}`).join(' & ')
}

/** A piece of an excerpt, and whether it is what was looked for. */
export interface Piece {
  text: string
  match: boolean
}

/** Characters before the first match, and in all. */
const [ahead, length] = [60, 240]

/** Where a word that begins with one of the queries begins. */
function matcher(query: string): RegExp | null {
  const words = query.match(/[\p{Alphabetic}\p{Nd}]+/gu)
  if (!words) return null
  const [last, ...others] = [...new Set(words)].toReversed()
  const whole = others.map((word) => `${word}(?![\\p{Alphabetic}\\p{Nd}])`)
  return new RegExp(`(?<![\\p{Alphabetic}\\p{Nd}])(?:${[...whole, last].join('|')})`, 'giu')
}

/** The words around the first match of a query, in pieces; the beginning where the text has none. */
export function excerptOf(words: string, query: string): Piece[] {
  const text = words.replaceAll(/\s+/g, ' ').trim()
  const pattern = matcher(query)
  const first = pattern ? text.search(pattern) : -1
  const from = first > ahead ? text.indexOf(' ', first - ahead) + 1 : 0
  const begin = from > first && first >= 0 ? first : from
  const shown = text.slice(begin, begin + length).toWellFormed()
  const pieces: Piece[] = []
  let at = 0
  for (const found of pattern ? shown.matchAll(pattern) : []) {
    if (found.index > at) pieces.push({ text: shown.slice(at, found.index), match: false })
    pieces.push({ text: found[0], match: true })
    at = found.index + found[0].length
  }
  if (at < shown.length) pieces.push({ text: shown.slice(at), match: false })
  if (begin > 0) pieces.unshift({ text: '…', match: false })
  if (begin + length < text.length) pieces.push({ text: '…', match: false })
  return pieces
}

/** The parts of an item that an edit may change, each compared and kept on its own. */
export interface ItemParts {
  title: string
  body: string | null
  words: string
  occurredAt: string
  details: Record<string, unknown>
  linkedIds: readonly number[]
  fileIds: readonly number[]
  audience: Audience
  participants: readonly number[]
}

type AskedParts = Partial<Omit<ItemParts, 'occurredAt' | 'words'>> & { occurredAt?: Date }

/** The requested values other than texts, in the form in which parts are compared. */
function itemParts(
  { occurredAt, linkedIds, fileIds, ...rest }: AskedParts,
  recordId: number,
): Partial<ItemParts> {
  return {
    ...rest,
    ...(occurredAt && { occurredAt: occurredAt.toISOString() }),
    ...(linkedIds && { linkedIds: [...new Set(linkedIds)].filter((id) => id !== recordId) }),
    ...(fileIds && { fileIds: [...new Set(fileIds)] }),
  }
}

/** JSON of a value with the keys of its objects in order, as the database may give them in another one. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** The words of an item, or how they are made of what it will be, where they say more than one part of it. */
export type AskedWords = string | ((next: ItemParts) => string)

type AskedChange = AskedParts & { words?: AskedWords; version?: number }

interface Differences {
  /** The parts as the change leaves them. */
  next: ItemParts
  /** Of those that differ what they were. */
  before: Partial<ItemParts>
  /** The parts that people change: words follow from the others. */
  keys: string[]
}

/** The fields of an item that a change sets. */
export function editOf(
  now: ItemParts,
  { version: _version, words, ...asked }: AskedChange,
  recordId: number,
): Differences {
  const parts = itemParts(asked, recordId)
  const said = typeof words === 'function' ? words({ ...now, ...parts }) : words
  const { next, before } = differencesOf(now, { ...parts, ...(said !== undefined && { words: said }) })
  return { next, before, keys: Object.keys(before).filter((part) => part !== 'words') }
}

function differencesOf(
  now: ItemParts,
  asked: Partial<ItemParts>,
): { next: ItemParts; before: Partial<ItemParts> } {
  const differing = Object.entries(asked).filter(
    ([part, value]) => value !== undefined && canonical(value) !== canonical(now[part as keyof ItemParts]),
  )
  const before = Object.fromEntries(differing.map(([part]) => [part, now[part as keyof ItemParts]]))
  return { next: { ...now, ...Object.fromEntries(differing) }, before }
}
