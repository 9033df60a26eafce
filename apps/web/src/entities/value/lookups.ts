import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CurrencyDefinition } from '@steward/contracts/currency'
import type { Level } from '@steward/contracts/level'
import type { LifecycleStage } from '@steward/contracts/lifecycle'
import { ratesOf, type Rates } from '@steward/contracts/money'
import type { RecordBody } from '@steward/contracts/record'
import type { User } from '@steward/contracts/user-management'
import { currenciesQuery, ratesQuery } from '../currency/index.ts'
import { stagesQuery } from '../stage/index.ts'
import { useUser } from '../../api/session.ts'
import { fullName, usersQuery } from '../user/index.ts'

/** The currency that amounts are shown in, and the rates by which they get there. */
export interface MoneyDisplay {
  currencyDefinitionId: number
  rates: Rates
}

/** The names and lists behind the ids that values hold. */
export interface ValueLookups {
  users: readonly User[]
  stages: readonly LifecycleStage[]
  currencies: readonly CurrencyDefinition[]
  defaultCurrencyId: number
  /** undefined where amounts are shown as they are. */
  display: MoneyDisplay | undefined
  userName(id: number): string
  stageName(id: number): string
  recordName(id: number): string
  currency(id: number): CurrencyDefinition | undefined
}

const none: never[] = []

// What pickers offered and lists named; a name is only ever replaced by a newer one.
const recordNames = new Map<number, string>()
const ownerNames = new Map<number, string>()

/** Keeps the names that a record brings along, so that its ids can be shown at once. */
export function learnNames({ globalFields }: RecordBody): void {
  const { organization, account, owners } = globalFields
  for (const parent of [organization, account]) if (parent) recordNames.set(parent.id, parent.name)
  for (const { id, name } of owners) ownerNames.set(id, name)
}

export function learnRecordName(id: number, name: string): void {
  recordNames.set(id, name)
}

export function createLookups(
  users: readonly User[],
  stages: readonly LifecycleStage[],
  currencies: readonly CurrencyDefinition[],
  display?: MoneyDisplay,
): ValueLookups {
  const userById = new Map(users.map((user) => [user.userId, fullName(user)]))
  const stageById = new Map(stages.map((stage) => [stage.lifecycleStageId, stage.displayName]))
  const currencyById = new Map(currencies.map((currency) => [currency.currencyDefinitionId, currency]))
  const standard = currencies.find((currency) => currency.isDefault) ?? currencies[0]
  return {
    users,
    stages,
    currencies,
    defaultCurrencyId: standard?.currencyDefinitionId ?? 0,
    display,
    userName: (id) => userById.get(id) ?? ownerNames.get(id) ?? `User ${id}`,
    stageName: (id) => stageById.get(id) ?? `Stage ${id}`,
    recordName: (id) => recordNames.get(id) ?? `#${id}`,
    currency: (id) => currencyById.get(id),
  }
}

/** How amounts are shown to the signed-in user; undefined until it is known. */
function useMoneyDisplay(currencies: readonly CurrencyDefinition[]): MoneyDisplay | undefined {
  const { displayCurrency } = useUser()
  const { data: rates } = useQuery(ratesQuery)
  return useMemo(() => {
    const shown =
      currencies.find(({ code }) => code === displayCurrency) ?? currencies.find(({ isDefault }) => isDefault)
    if (!shown || !rates) return undefined
    return { currencyDefinitionId: shown.currencyDefinitionId, rates: ratesOf(currencies, rates.effective) }
  }, [currencies, displayCurrency, rates])
}

/** Loads what values of a level refer to; empty lists until it is there. */
export function useValueLookups(level: Level): ValueLookups {
  const { data: users = none } = useQuery(usersQuery)
  const { data: stages = none } = useQuery(stagesQuery(level))
  const { data: currencies = none } = useQuery(currenciesQuery)
  const display = useMoneyDisplay(currencies)
  return useMemo(
    () => createLookups(users, stages, currencies, display),
    [users, stages, currencies, display],
  )
}
