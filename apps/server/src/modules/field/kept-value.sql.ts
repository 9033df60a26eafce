import { keptBeside, keptValuesSql } from './field.sql.ts'

const keptAnew = [...keptBeside, 'number', 'day', 'id'].map((column) => `${column} = excluded.${column}`)

/** What kept values are counted by, of the record `alias`. */
export const besideOf = (alias: string): string => keptBeside.map((column) => `${alias}.${column}`).join(', ')

const replacing = `on conflict (tenant_id, record_id, field_id) do update set ${keptAnew.join(', ')}`

/**
 * The part of a statement that keeps the values of written records, tenant $1, for those of their fields that
 * are kept. `rows` are the records as `i`, `custom` is the expression of their custom values. Which fields
 * are kept is read here and not from a cache: the job that fills in older values relies on it.
 */
export function keepValues(rows: string, custom: string, where: string): string {
  return `${keepNewValues(rows, custom)}
    where ${where} ${replacing}`
}

/** The same for records that are made by this statement, of which no values can be there. */
export function keepNewValues(rows: string, custom: string): string {
  return `insert into record_value (tenant_id, record_id, field_id, ${keptBeside.join(', ')}, number, day, id)
    select $1, i.record_id, f.field_id, ${besideOf('i')}, ${keptValuesSql('k.value', 'f.kind')}
    from ${rows} join kept_field f on f.tenant_id = $1 and f.level = i.level
    cross join lateral (select ${custom}->f.field_id::text as value offset 0) k`
}
