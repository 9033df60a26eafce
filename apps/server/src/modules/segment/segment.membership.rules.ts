/** A record as a rule is asked about it. */
export interface Held {
  recordId: number
  createdAt: string
  updatedAt: Date | undefined
  state: Readonly<Record<string, unknown>>
}

const derived: Readonly<Record<string, (held: Held) => unknown>> = {
  recordId: ({ recordId }) => recordId,
  createdAt: ({ createdAt, state }) => state['createdAt'] ?? createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  primaryOwner: ({ state }) => (state['owners'] as number[] | undefined)?.[0],
  // The two flags are never unset.
  archived: ({ state }) => state['archived'] ?? false,
  churned: ({ state }) => state['churned'] ?? false,
}

/** The value of a field, by its key, in a record as a state holds it. */
export function heldValue(held: Held, key: string): unknown {
  const read = derived[key]
  return read ? read(held) : held.state[key]
}

/** A state with other values put into it; null takes one away. */
export function withValues(
  state: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const next = { ...state, ...values }
  for (const key in next) if (next[key] === null) delete next[key]
  return next
}
