import type { LevelId } from '@steward/contracts/level'
import type { ListQuery } from '@steward/contracts/record'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CatalogueField } from '../field/index.ts'
import { reachField, type ReachedField } from '../record-rule/index.ts'
import { pageStatement, type PageStatement } from './record-list.page-sql.ts'
import { hasKeptTotals, type ListRequest, type SortKey } from './record-list.request.ts'
import { ranksOf, type ReadListContext, type ListContext } from './record-list.context.ts'
import { recordWriting, type RecordWriting } from './record-list.writing.ts'

/** A field as a list may name it. Throws `invalid_input` at `parameter` where there is none. */
export function reachNamed(
  context: ListContext,
  level: LevelId,
  name: string,
  parameter: string,
): ReachedField {
  const reached = reachField(name, context.catalogueOf, level)
  if (reached) return reached
  const reason = parameter === 'totals' ? 'list.totals_unknown' : 'list.sort_unknown'
  throw invalid(reason, { [parameter]: `Unknown field "${name.slice(0, 60)}".` })
}

function readOrder(context: ListContext, level: LevelId, query: ListQuery): SortKey[] {
  if (!query.sort) {
    const reached = reachNamed(context, level, query.sortColumn || 'name', 'sortColumn')
    return [{ reached, descending: query.sortDirection === 'DESC' }]
  }
  const byField = new Map<string, SortKey>()
  for (const key of query.sort.split(',')) {
    const name = key.replace(/^-/, '')
    const reached = reachNamed(context, level, name, 'sort')
    const place = `${reached.parent}.${reached.field.key}`
    // A second key of the same field would decide nothing.
    if (!byField.has(place)) byField.set(place, { reached, descending: name !== key })
  }
  return [...byField.values()]
}

/**
 * Which fields are sent: of the record all, or what every list shows and those asked for; of others those asked for.
 */
function readColumns(
  context: ListContext,
  level: LevelId,
  columns: string | undefined,
): Pick<ListRequest, 'builtIn' | 'customFields' | 'related'> {
  const catalogue = context.catalogueOf(level)
  const custom = catalogue.fields.filter((field) => field.fieldId !== null)
  if (columns === undefined) return { builtIn: null, customFields: custom, related: [] }
  const names = [...new Set(columns.split(','))]
  const wanted = new Set(names)
  const isWanted = (field: CatalogueField) => wanted.has(field.name)
  const related = names.flatMap((name) => {
    const reached = name.includes('.') ? reachField(name, context.catalogueOf, level) : undefined
    return reached?.parent ? [{ name, reached }] : []
  })
  const builtIn = new Set(names.flatMap((name) => catalogue.find(name)?.key ?? []))
  return { builtIn, customFields: custom.filter(isWanted), related }
}

/** What a list query asks for. Throws `invalid_input` at the parameter that cannot be meant so. */
function readRequest(
  context: ListContext,
  actor: Actor,
  level: LevelId,
  query: ListQuery,
  today: string,
): ListRequest {
  const reckoning = context.reckoning(actor, query.displayCurrency)
  return {
    actor,
    level,
    query,
    today,
    reckoning,
    rule: context.bindRule(level, query.filter ?? '', reckoning),
    order: readOrder(context, level, query),
    ranks: ranksOf(context, level),
    ...readColumns(context, level, query.columns),
  }
}

/** What a list asks of the database, and what its records are written with. */
export interface PreparedList {
  request: ListRequest
  context: ListContext
}

/** A page that is ready to be read. */
export interface PreparedPage extends PreparedList {
  writing: RecordWriting
  statement: PageStatement
}

function preparePage(request: ListRequest, context: ListContext): PreparedPage {
  const writing = recordWriting(request, context)
  return { request, context, writing, statement: pageStatement(request, writing, hasKeptTotals(request)) }
}

/** Pages that are remembered, and the characters that a query may have to be. */
const keptPages = { most: 300, length: 4000 }

/** Prepares lists. A page that was asked for lately is ready, until something changes that it was read against. */
export function createPreparing(platform: Platform, readContext: ReadListContext) {
  const pages = new LRUCache<string, PreparedPage>({ max: keptPages.most })

  return {
    async list(actor: Actor, level: LevelId, query: ListQuery): Promise<PreparedList> {
      const context = await readContext(actor.tenantId)
      return { request: readRequest(context, actor, level, query, dayOf(platform.clock.now())), context }
    },

    async page(actor: Actor, level: LevelId, query: ListQuery): Promise<PreparedPage> {
      const context = await readContext(actor.tenantId)
      const today = dayOf(platform.clock.now())
      const { tenantId, userId, roleId } = actor
      const key = JSON.stringify([tenantId, userId, roleId, level, today, query])
      const known = pages.get(key)
      if (known?.context === context) return known
      const page = preparePage(readRequest(context, actor, level, query, today), context)
      // Who names the records, as a webhook does that reports a bulk update, names others the next time.
      if (query.ids === undefined && key.length <= keptPages.length) pages.set(key, page)
      return page
    },
  }
}
