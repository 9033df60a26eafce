import {
  createParams,
  foundSql,
  orderedFields,
  orderSql,
  sourceOf,
  type ListRequest,
  type RecordWriting,
} from '../record-list/index.ts'
import { scopeSql } from '../record/index.ts'

/** A statement with its values. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

/** All ids that a list finds, in its order, as one text with commas between them. */
export function idsStatement(request: ListRequest): Statement {
  const params = createParams()
  const source = sourceOf(request, orderedFields(request.order))
  const found = foundSql(request, source, params)
  const ids = `select r.record_id ${found} order by ${orderSql(request, source)}`
  return { text: `select array_to_string(array(${ids}), ',') as ids`, values: params.values }
}

/** The records with these ids in their order, as far as the actor still sees them. */
export function rowsStatement(
  request: ListRequest,
  { columns, joins }: RecordWriting,
  ids: readonly number[],
): Statement {
  const { actor, level } = request
  return {
    text: `select ${columns.join(', ')}
      from unnest($1::bigint[]) with ordinality w(record_id, place)
      join record_fenced r on r.tenant_id = ${actor.tenantId} and r.record_id = w.record_id and r.level = ${level} ${joins}
      where ${scopeSql(actor, 'r', level)} order by w.place`,
    values: [ids],
  }
}

/** What a file calls records: by id, the name, and the external id where there is one. */
export function namesStatement(request: ListRequest, ids: readonly number[]): Statement {
  const { actor } = request
  return {
    text: `select r.record_id as id, r.name, r.external_id as "externalId" from record_fenced r
      where r.tenant_id = ${actor.tenantId} and r.record_id = any($1::bigint[]) and ${scopeSql(actor, 'r')}`,
    values: [ids],
  }
}
