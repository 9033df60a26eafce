import type { CurrencyDefinition } from '@steward/contracts/currency'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export function listCurrencies(db: Db, tenantId: number): Promise<CurrencyDefinition[]> {
  return query<CurrencyDefinition>(
    db,
    `/*currency.list*/
    select currency_definition_id "currencyDefinitionId", code, name, symbol, is_base "isBase",
      is_default "isDefault"
    from currency_definition where tenant_id = $1
    order by is_default desc, code`,
    [tenantId],
  )
}

export async function insertCurrency(
  tx: Tx,
  tenantId: number,
  currency: Omit<CurrencyDefinition, 'currencyDefinitionId'>,
): Promise<void> {
  await query(
    tx,
    `/*currency.insert*/
    insert into currency_definition (tenant_id, code, name, symbol, is_base, is_default)
    values ($1, $2, $3, $4, $5, $6)`,
    [tenantId, currency.code, currency.name, currency.symbol, currency.isBase, currency.isDefault],
  )
}
