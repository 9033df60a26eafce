import type { CurrencyDefinition } from '@steward/contracts/currency'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** All currencies that a tenant knows: the default one first, then by code. */
export function listCurrencies(db: Db | Tx, tenantId: number): Promise<CurrencyDefinition[]> {
  return query<CurrencyDefinition>(
    db,
    `/*currency.list*/
    select currency_definition_id "currencyDefinitionId", code, name, symbol, digits, is_active "isActive",
      is_base "isBase", is_default "isDefault"
    from currency_definition where tenant_id = $1
    order by is_default desc, code`,
    [tenantId],
  )
}

type NewCurrency = Omit<CurrencyDefinition, 'currencyDefinitionId'>

export async function insertCurrencies(
  tx: Tx,
  tenantId: number,
  currencies: readonly NewCurrency[],
): Promise<void> {
  await query(
    tx,
    `/*currency.insert*/
    insert into currency_definition (tenant_id, code, name, symbol, digits, is_active, is_base, is_default)
    select $1, code, name, symbol, digits, "isActive", "isBase", "isDefault"
    from json_to_recordset($2::json) as c (code text, name text, symbol text, digits smallint,
      "isActive" boolean, "isBase" boolean, "isDefault" boolean)`,
    [tenantId, JSON.stringify(currencies)],
  )
}

/** One at a time changes the currencies or rates of a tenant. */
export async function lockCurrencies(tx: Tx, tenantId: number): Promise<void> {
  await query(
    tx,
    `/*currency.lock*/
    select currency_definition_id from currency_definition where tenant_id = $1 and is_base for update`,
    [tenantId],
  )
}

export async function setActive(
  tx: Tx,
  tenantId: number,
  currencyDefinitionIds: readonly number[],
  isActive: boolean,
): Promise<void> {
  await query(
    tx,
    `/*currency.set_active*/
    update currency_definition set is_active = $3 where tenant_id = $1 and currency_definition_id = any($2::int[])`,
    [tenantId, currencyDefinitionIds, isActive],
  )
}

/** Makes a currency the base or the default. The one that it was steps back first: an index allows one alone. */
export async function moveMark(
  tx: Tx,
  tenantId: number,
  mark: 'is_base' | 'is_default',
  currencyDefinitionId: number,
): Promise<void> {
  await query(tx, `update currency_definition set ${mark} = false where tenant_id = $1 and ${mark}`, [
    tenantId,
  ])
  await query(
    tx,
    `update currency_definition set ${mark} = true where tenant_id = $1 and currency_definition_id = $2`,
    [tenantId, currencyDefinitionId],
  )
}
