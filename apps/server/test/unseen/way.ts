import type { InjectOptions } from 'fastify'
import { mediaTypeOf, type Operation } from '../api-operation.ts'
import { bodyOf } from './body.ts'
import { namedAt, type Named } from './place-kind.ts'
import { placesOf, textOf, withValue, type Place } from './place.ts'
import type { Schema } from '../fuzz/schema-value.ts'
import type { Things } from './things.ts'

export type Call = Pick<InjectOptions, 'method' | 'url' | 'payload' | 'headers'>

/** One way to name a thing: a place of an operation, among others or alone, at one level. */
export interface Way {
  operation: Operation
  name: string
  place: Place
  named: Named
  isAmong: boolean
  /** The level that the call states where it can be any. */
  level: keyof Things | undefined
}

const levels = ['organization', 'account', 'contact', 'pipeline'] as const
const ofAnyLevel =
  /(parentIdentifier|query entity|query entityId|path entityId|selection\.ids\.\[\]|recordId)$/

/** What a place holds for a thing. */
function valueOf(way: Way, things: Things, seen: Things): unknown {
  const { named, level, place } = way
  const one = valueOfKind(named, level, things)
  const text = textOf(place)
  // The list of the plain operation is given as a whole.
  const isWhole = place.path.at(-1) === '[]' || (place.in === 'query' && place.isList)
  if (!isWhole) return text.endsWith('logic') ? JSON.parse(String(one)) : one
  return way.isAmong ? [valueOfKind(named, level, seen), one] : [one]
}

function valueOfKind(named: Named, level: keyof Things | undefined, things: Things): unknown {
  if (named === 'rule') {
    const field = level === 'organization' ? 'name' : 'organization'
    const value = field === 'name' ? things.name : [things.organization]
    return JSON.stringify({ field, operator: field === 'name' ? 'contains' : 'isSetTo', value })
  }
  if (named === 'mention') {
    const attrs = { kind: 'account', id: things.account, label: 'Somebody' }
    const content = [{ type: 'paragraph', content: [{ type: 'mention', attrs }] }]
    return JSON.stringify({ type: 'doc', plainText: '@Somebody', content })
  }
  return things[level ?? named]
}

/** The ways of an operation, and the places of which it isn't known whether they name anything. */
export function waysOf(
  operation: Operation,
  shared: Record<string, Schema>,
): { ways: Way[]; unknown: string[] } {
  const unknown: string[] = []
  const ways: Way[] = []
  for (const place of placesOf(operation, shared)) {
    const text = textOf(place)
    const named = namedAt(operation, place)
    if (named === undefined) unknown.push(`${operation.operationId} ${text}`)
    if (named === undefined || named === null) continue
    const atLevels = ofAnyLevel.test(text) ? levels : [undefined]
    for (const level of atLevels) {
      for (const isAmong of place.isList ? [false, true] : [false]) {
        const name = [operation.operationId, text, level, isAmong ? 'among others' : '']
          .filter(Boolean)
          .join(' ')
        ways.push({ operation, name, place, named, isAmong, level: level ?? levelOfRule(operation, named) })
      }
    }
  }
  return { ways, unknown }
}

/** Rules of lists are about the level of the list. */
function levelOfRule({ path }: Operation, named: Named): keyof Things | undefined {
  if (named !== 'rule') return undefined
  return levels.find((level) => path.includes(`/${level}s`)) ?? 'account'
}

function inQuery(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** Query parameters that a call can't do without. */
const required: Record<string, (seen: Things) => unknown> = {
  level: () => 'account',
  parentIdentifier: ({ account }) => account,
  levels: () => 'account',
  externalId: ({ externalId }) => externalId,
  query: () => 'renewal',
  totals: () => 'count(name)',
  outcome: () => 'update',
  since: () => '2026-01-01',
  scope: () => 'account',
  offset: () => 0,
  entityId: ({ account }) => account,
}

/** What an id in the path is of where the caller sees it. */
function seenInPath(operation: Operation, name: string, seen: Things): unknown {
  const place: Place = { in: 'path', path: [name], isList: false }
  const named = namedAt(operation, place)
  if (named) return seen[named as keyof Things]
  if (name === 'userId') return seen.user
  if (operation.operationId?.endsWith('PlanTemplate')) return seen.planTemplate
  if (operation.operationId?.includes('Survey')) return seen.survey
  if (/^(preview|apply)Playbook$/.test(operation.operationId ?? '')) return seen.playbook
  // What everyone may see, of which every company has a first one.
  return 1
}

type Filled = Way & { value: unknown }

function pathOf(operation: Operation, seen: Things, at: Filled | undefined): string {
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = operation.parameters?.find((one) => one.in === 'path' && one.name === name)
    const isHere = at?.place.in === 'path' && at.place.path[0] === name
    const value = isHere ? at.value : seenInPath(operation, name, seen)
    return encodeURIComponent(String(parameter?.schema.enum?.[0] ?? value))
  })
}

function isNeeded({ parameters = [], operationId = '' }: Operation, name: string): boolean {
  const isRequired = parameters.some((one) => one.in === 'query' && one.name === name && one.required)
  return isRequired || (name === 'entityId' && operationId.endsWith('Pulse'))
}

/** The value of a query parameter; undefined where the call does without. */
function queryValue(operation: Operation, name: string, seen: Things, at: Filled | undefined): unknown {
  if (at?.place.in === 'query' && at.place.path[0] === name) return at.value
  if (name === 'level' && at?.level) return at.level
  return isNeeded(operation, name) ? required[name]?.(seen) : undefined
}

/** A call that names what the caller sees, but where a way names something else. */
export function callOf(operation: Operation, seen: Things, way?: { way: Way; things: Things }): Call {
  const at = way && { ...way.way, value: valueOf(way.way, way.things, seen) }
  const names = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
  const search = new URLSearchParams()
  for (const name of names) {
    const value = queryValue(operation, name, seen, at)
    if (value !== undefined) search.set(name, inQuery(value))
  }
  const path = pathOf(operation, seen, at)
  const url = search.size > 0 ? `${path}?${search}` : path
  return { method: operation.method, url, ...payloadOf(operation, seen, at) }
}

function payloadOf(
  operation: Operation,
  seen: Things,
  at: Filled | undefined,
): Pick<Call, 'payload' | 'headers'> {
  const media = mediaTypeOf(operation)
  if (media === 'application/octet-stream') {
    return { payload: 'name', headers: { 'content-type': media } }
  }
  if (media !== 'application/json') return {}
  const base = bodyOf(operation.operationId ?? '', seen) ?? {}
  const leveled =
    at?.level && at.named !== 'rule' && 'level' in (base as object) ? { ...base, level: at.level } : base
  const body = at?.place.in === 'body' ? withValue(leveled, at.place.path, at.value) : leveled
  return { payload: JSON.stringify(body), headers: { 'content-type': media } }
}
