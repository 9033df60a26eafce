import type { RateMonth } from '@steward/contracts/currency'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { KeptRate, MonthRates } from './rate.rules.ts'

interface RateRow extends KeptRate {
  month: string
  currencyDefinitionId: number
}

/** The rates of some months, by month; a month without any may be absent. */
export async function listMonths(
  db: Db | Tx,
  tenantId: number,
  months: { from: string; to: string },
): Promise<Map<string, MonthRates>> {
  const rows = await query<RateRow>(
    db,
    `/*currency.months*/
    select to_char(month, 'YYYY-MM') as month, currency_definition_id "currencyDefinitionId", units::text as units,
      rate_date "rateDate", source
    from exchange_rate where tenant_id = $1 and month between $2::date and $3::date`,
    [tenantId, `${months.from}-01`, `${months.to}-01`],
  )
  const byMonth = new Map<string, MonthRates>()
  for (const { month, currencyDefinitionId, ...rate } of rows) {
    const known = byMonth.get(month) ?? new Map<number, KeptRate>()
    byMonth.set(month, known.set(currencyDefinitionId, rate))
  }
  return byMonth
}

interface ToldRow {
  month: string
  currencyDefinitionId: number
  units: string
  baseUnits: string
  rateDate: string
  source: RateMonth['rates'][number]['source']
  updatedBy: number | null
  updatedAt: Date
}

/** The rates of some months that can be given for the base. */
export function listTold(
  db: Db | Tx,
  tenantId: number,
  baseId: number,
  months: { from: string; to: string },
): Promise<ToldRow[]> {
  return query<ToldRow>(
    db,
    `/*currency.told*/
    select to_char(c.month, 'YYYY-MM') as month, c.currency_definition_id "currencyDefinitionId", c.units::text as units,
      b.units::text "baseUnits", c.rate_date "rateDate", c.source, c.updated_by "updatedBy", c.updated_at "updatedAt"
    from exchange_rate c
    join exchange_rate b on b.tenant_id = c.tenant_id and b.month = c.month and b.currency_definition_id = $2
    where c.tenant_id = $1 and c.currency_definition_id <> $2 and c.month between $3::date and $4::date
    order by c.month desc, c.currency_definition_id`,
    [tenantId, baseId, `${months.from}-01`, `${months.to}-01`],
  )
}

/** A change of a rate that is to be written; without units it goes. */
export interface RateWrite {
  month: string
  currencyDefinitionId: number
  rate: KeptRate | null
}

/** Writes rates, and takes away those without units. */
export async function writeRates(
  tx: Tx,
  tenantId: number,
  writes: readonly RateWrite[],
  by: { userId: number | null; at: Date },
): Promise<void> {
  const rows = writes.map(({ month, currencyDefinitionId, rate }) => ({
    month: `${month}-01`,
    id: currencyDefinitionId,
    units: rate?.units ?? null,
    date: rate?.rateDate ?? null,
    source: rate?.source ?? null,
  }))
  await query(
    tx,
    `/*currency.write_rates*/
    with given as (
      select * from json_to_recordset($2::json) as g (month date, id int, units numeric, date date, source text)
    ), gone as (
      delete from exchange_rate r using given g
      where r.tenant_id = $1 and r.month = g.month and r.currency_definition_id = g.id and g.units is null
    )
    insert into exchange_rate (tenant_id, month, currency_definition_id, units, rate_date, source, updated_by, updated_at)
    select $1, month, id, units, date, source, $3::int, $4::timestamptz from given where units is not null
    on conflict (tenant_id, month, currency_definition_id) do update
      set units = excluded.units, rate_date = excluded.rate_date, source = excluded.source,
        updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [tenantId, JSON.stringify(rows), by.userId, by.at],
  )
}

/** Deletes samples, but for months in which someone entered rates. Answers whether there were any. */
export async function deleteSamples(tx: Tx, tenantId: number): Promise<boolean> {
  const rows = await query(
    tx,
    `/*currency.delete_samples*/
    delete from exchange_rate r where r.tenant_id = $1 and r.source = 'sample' and not exists (
      select from exchange_rate e where e.tenant_id = $1 and e.month = r.month and e.source = 'entered')
    returning 1`,
    [tenantId],
  )
  return rows.length > 0
}

/** The newest rates up to a month, each with that of the base in the same month. */
export function listNewest(
  tx: Tx,
  tenantId: number,
  baseId: number,
  month: string,
): Promise<Pick<ToldRow, 'currencyDefinitionId' | 'month' | 'units' | 'baseUnits' | 'rateDate'>[]> {
  return query(
    tx,
    `/*currency.newest*/
    select d.currency_definition_id "currencyDefinitionId", to_char(n.month, 'YYYY-MM') as month, n.units::text as units,
      n.base_units::text "baseUnits", n.rate_date "rateDate"
    from currency_definition d cross join lateral (
      select c.month, c.units, b.units as base_units, c.rate_date
      from exchange_rate c
      join exchange_rate b on b.tenant_id = c.tenant_id and b.month = c.month and b.currency_definition_id = $2
      where c.tenant_id = $1 and c.currency_definition_id = d.currency_definition_id and c.month <= $3::date
      order by c.month desc limit 1) n
    where d.tenant_id = $1 and d.currency_definition_id <> $2`,
    [tenantId, baseId, `${month}-01`],
  )
}

/** By what amounts are converted: what one unit of a currency is in the base. */
export interface EffectiveRow {
  currencyDefinitionId: number
  toBase: number
  rateDate: string | null
  month: string | null
}

export function listEffective(db: Db | Tx, tenantId: number): Promise<EffectiveRow[]> {
  return query<EffectiveRow>(
    db,
    `/*currency.effective*/
    select currency_definition_id "currencyDefinitionId", to_base "toBase", rate_date "rateDate",
      to_char(month, 'YYYY-MM') as month
    from effective_rate where tenant_id = $1 order by currency_definition_id`,
    [tenantId],
  )
}

export async function replaceEffective(
  tx: Tx,
  tenantId: number,
  rows: readonly EffectiveRow[],
): Promise<void> {
  await query(tx, '/*currency.drop_effective*/ delete from effective_rate where tenant_id = $1', [tenantId])
  await query(
    tx,
    `/*currency.put_effective*/
    insert into effective_rate (tenant_id, currency_definition_id, to_base, rate_date, month)
    select $1, id, "toBase", "rateDate", month
    from json_to_recordset($2::json) as e (id int, "toBase" numeric, "rateDate" date, month date)`,
    [
      tenantId,
      JSON.stringify(
        rows.map(({ currencyDefinitionId, month, ...rate }) => ({
          ...rate,
          id: currencyDefinitionId,
          month: month === null ? null : `${month}-01`,
        })),
      ),
    ],
  )
}

/** The tenants that have entered or imported rates. */
export async function listTenantIds(tenants: {
  query(text: string): Promise<{ rows: { tenant_id: number }[] }>
}) {
  const { rows } = await tenants.query('select tenant_id from list_tenants() order by tenant_id')
  return rows.map((row) => row.tenant_id)
}
