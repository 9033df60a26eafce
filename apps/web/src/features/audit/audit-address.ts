import { useSearchParams } from '../../components/search-params.ts'
import type { AuditFilter } from './audit.calls.ts'

type Search = Readonly<Record<string, unknown>>

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : String(value).slice(0, 200)
}

function idOf(value: unknown): number | undefined {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : undefined
}

function outcomeOf(value: unknown): AuditFilter['outcome'] {
  return value === 'done' || value === 'refused' ? value : undefined
}

/** What an address asks for; what it cannot use, and what it does not name, is left out. */
export function auditFilterOf(search: Search): AuditFilter {
  const filter: AuditFilter = {
    from: dayOf(search.from),
    to: dayOf(search.to),
    actorId: idOf(search.person),
    action: textOf(search.action),
    outcome: outcomeOf(search.outcome),
    query: textOf(search.q),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

const names = {
  from: 'from',
  to: 'to',
  actorId: 'person',
  action: 'action',
  outcome: 'outcome',
  query: 'q',
} as const

/** The filter of the address, and a way to change some of it; undefined takes one out. */
export function useAuditFilter() {
  const [search, change] = useSearchParams()
  return {
    filter: auditFilterOf(search),
    change: (changes: AuditFilter) =>
      change(
        Object.fromEntries(
          Object.entries(changes).map(([name, value]) => [names[name as keyof AuditFilter], value]),
        ),
        { replace: true },
      ),
    clear: () => change(Object.fromEntries(Object.values(names).map((name) => [name, undefined]))),
  }
}
