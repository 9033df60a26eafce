/** What a migration changes in rows that were there: only what is here may differ after an upgrade. */
interface Intended {
  /** The name of its file. */
  migration: string
  /** As `schema.table.column`; `(rows)` where rows are added or taken away. */
  columns: string[]
}

export const intended: Intended[] = [
  {
    // All of ISO 4217, where there had been the currencies in use.
    migration: '20261121T0061__currency__rate.sql',
    columns: [
      'public.currency_definition.(rows)',
      'public.currency_definition.tenant_id',
      'public.currency_definition.currency_definition_id',
      'public.currency_definition.code',
      'public.currency_definition.name',
      'public.currency_definition.symbol',
      'public.currency_definition.is_base',
      'public.currency_definition.is_default',
    ],
  },
  {
    // Items are found by the words of their comments too.
    migration: '20261121T0075__timeline__comment-words.sql',
    columns: ['public.timeline_item.words'],
  },
  {
    // Events on their way say who made a change, and how.
    migration: '20261124T0240__record__actor.sql',
    columns: ['public.event.payload', 'public.event_failure.payload'],
  },
  {
    // The first activity type has a better text, where it was left as it came.
    migration: '20261126T2301__activity-type__phone-call.sql',
    columns: ['public.activity_type.description'],
  },
  {
    // Likewise.
    migration: '20261127T1951__activity-type__training.sql',
    columns: ['public.activity_type.description'],
  },
]
