import { useMemo, useState } from 'react'
import type { Condition } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import type { ValueLookups } from '../../value/index.ts'
import { ConditionPopover } from './condition-popover.tsx'
import { RuleGroup, type RuleActs } from './rule-group.tsx'
import { newGroup, newLeaf, withCondition, without, withKind, withPart, type Group } from './rule-model.ts'

type RuleBuilderProps = {
  /** The fields of the level and of its parents. */
  fields: readonly LevelField[]
  lookups: ValueLookups
  root: Group
  onChange: (root: Group) => void
  /** Names of fields whose conditions the server calls broken. */
  broken: ReadonlySet<string>
}

/** What is being edited: a condition of the group, which has no key before it can be applied. */
type Open = {
  opening: number
  anchor: HTMLElement
  groupKey: number
  key: number | null
  condition?: Condition
  /** What is in the editor cannot be applied. */
  unfinished: boolean
}

/** Builds a rule of nested groups. Conditions join it as soon as they can be applied. */
export function RuleBuilder({ fields, lookups, root, onChange, broken }: RuleBuilderProps) {
  const [open, setOpen] = useState<Open | null>(null)
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields])

  const acts: RuleActs = {
    open: (anchor, groupKey, leaf) =>
      setOpen((before) => ({
        opening: (before?.opening ?? 0) + 1,
        anchor,
        groupKey,
        key: leaf?.key ?? null,
        condition: leaf?.condition,
        unfinished: false,
      })),
    addGroup: (groupKey) => onChange(withPart(root, groupKey, newGroup('any'))),
    setKind: (groupKey, kind) => onChange(withKind(root, groupKey, kind)),
    remove: (key) => onChange(without(root, key)),
  }

  // The last change may come while the editor closes; it must not open it again.
  const note = (change: Partial<Open>) => setOpen((current) => current && { ...current, ...change })

  function put(condition: Condition | undefined) {
    if (!open) return
    if (!condition) return note({ unfinished: true })
    if (open.key !== null) {
      onChange(withCondition(root, open.key, condition))
      return note({ unfinished: false })
    }
    const leaf = newLeaf(condition)
    onChange(withPart(root, open.groupKey, leaf))
    note({ key: leaf.key, unfinished: false })
  }

  function remove() {
    if (open && open.key !== null) onChange(without(root, open.key))
    setOpen(null)
  }

  return (
    <>
      <RuleGroup group={root} depth={1} fields={byName} lookups={lookups} broken={broken} acts={acts} />
      <ConditionPopover
        anchor={open?.anchor ?? null}
        opening={open?.opening ?? 0}
        fields={fields}
        lookups={lookups}
        condition={open?.condition}
        onChange={put}
        onRemove={remove}
        // A condition that was emptied is not kept as it was before.
        onClose={() => (open?.unfinished ? remove() : setOpen(null))}
      />
    </>
  )
}
