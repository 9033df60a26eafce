import { useMemo, useState } from 'react'
import type { LevelField } from '../../field/index.ts'
import { catchKeys } from '../../../ui/typed-ahead.ts'
import type { ValueLookups } from '../../value/index.ts'
import { ConditionPopover } from '../condition/condition-popover.tsx'
import type { Draft } from '../condition/condition.rules.ts'
import { RuleGroup, type RuleActs } from './rule-group.tsx'
import {
  newGroup,
  newLeaf,
  takenBack,
  withDraft,
  without,
  withKind,
  withPart,
  type Group,
  type Leaf,
} from './rule-model.ts'

type RuleBuilderProps = {
  /** The fields of the level and of its parents. */
  fields: readonly LevelField[]
  lookups: ValueLookups
  root: Group
  /** Called with every change, also while a condition is unfinished: ask `unfinishedIn` before saving. */
  onChange: (root: Group) => void
  /** Names of fields whose conditions the server calls broken. */
  broken: ReadonlySet<string>
}

/** What is being edited: a condition of the group, which has no key before its field is chosen. */
type Open = { opening: number; anchor: HTMLElement; groupKey: number; key: number | null; leaf?: Leaf }

/** Builds a rule of nested groups. What is unfinished stays in it, marked. */
export function RuleBuilder({ fields, lookups, root, onChange, broken }: RuleBuilderProps) {
  const [open, setOpen] = useState<Open | null>(null)
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields])

  const acts: RuleActs = {
    open(anchor, groupKey, leaf) {
      catchKeys()
      setOpen((before) => ({
        opening: (before?.opening ?? 0) + 1,
        anchor,
        groupKey,
        key: leaf?.key ?? null,
        leaf,
      }))
    },
    addGroup: (groupKey) => onChange(withPart(root, groupKey, newGroup('any'))),
    setKind: (groupKey, kind) => onChange(withKind(root, groupKey, kind)),
    remove: (key) => onChange(without(root, key)),
  }

  function put([draft]: readonly Draft[]) {
    if (!open) return
    if (!draft) {
      if (open.key !== null) onChange(without(root, open.key))
      return
    }
    if (open.key !== null) return onChange(withDraft(root, open.key, draft))
    const leaf = newLeaf(draft.condition, draft.fault)
    onChange(withPart(root, open.groupKey, leaf))
    // The last change may come while the editor closes; it must not open it again.
    setOpen((current) => current && { ...current, key: leaf.key })
  }

  /** Escape discards what is unfinished; left in any other way, it stays and is marked. */
  function close(dropped: boolean) {
    if (dropped && open && open.key !== null) onChange(takenBack(root, open.key, open.leaf))
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
        conditions={open?.leaf ? [open.leaf.condition] : []}
        onChange={put}
        onClose={close}
      />
    </>
  )
}
