import type { Field } from '@steward/contracts/field'

/** Whether the type of a field can be changed: that of a calculated one follows from its definition. */
export const isConvertible = ({ vertical, horizontal, idSource }: Field): boolean =>
  !vertical && !horizontal && idSource === undefined
