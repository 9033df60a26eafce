import type { DataType } from '@steward/contracts/data-type'
import { serverTypes, type CustomColumn } from '../data-type/index.ts'

/**
 * The SQL of a custom field's value in the record known as `alias`. Lists and the indexes made for
 * them both take it from here: an index serves only the very expression it was made on.
 * Text sorts by its first 250 characters, without regard to case.
 */
export function customColumnSql(field: { key: string; dataType: DataType }, alias: string): CustomColumn {
  // The key goes into the text of the statement: only an id may.
  if (!/^[1-9]\d*$/.test(field.key)) throw new Error(`"${field.key}" is not the id of a custom field.`)
  return serverTypes[field.dataType].column(
    `${alias}.custom->'${field.key}'`,
    `${alias}.custom->>'${field.key}'`,
  )
}

/**
 * The SQL of an amount, as jsonb, in the base of the tenant whose id is the SQL `tenant`, by the rate that is
 * in effect; null where there is none.
 */
export function baseAmountSql(amount: string, tenant: string): string {
  return `((${amount}->'value')::numeric * (select e.to_base from effective_rate e
      where e.tenant_id = ${tenant} and e.currency_definition_id = (${amount}->'currencyDefinitionId')::int))`
}
