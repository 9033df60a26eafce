import { IconPlus, IconSubtask, IconTrash } from '@tabler/icons-react'
import type { LevelField } from '../../field/index.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ValueLookups } from '../../value/index.ts'
import { ConditionRow } from './condition-row.tsx'
import { deepest, isGroup, type Group, type GroupKind, type Leaf } from './rule-model.ts'

export type RuleActs = {
  open: (anchor: HTMLElement, groupKey: number, leaf?: Leaf) => void
  addGroup: (groupKey: number) => void
  setKind: (groupKey: number, kind: GroupKind) => void
  remove: (key: number) => void
}

type RuleGroupProps = {
  group: Group
  /** 1 for the outermost. */
  depth: number
  fields: ReadonlyMap<string, LevelField>
  lookups: ValueLookups
  broken: ReadonlySet<string>
  acts: RuleActs
}

const kinds = [
  { value: 'all', label: 'All of' },
  { value: 'any', label: 'Any of' },
  { value: 'none', label: 'None of' },
] as const

const between: Record<GroupKind, string> = { all: 'and', any: 'or', none: 'nor' }

/** Conditions and groups of which all, any or none must hold. */
export function RuleGroup(props: RuleGroupProps) {
  const { group, depth, fields, lookups, broken, acts } = props
  const label = kinds.find(({ value }) => value === group.kind)!.label
  return (
    <div
      role="group"
      aria-label={depth === 1 ? `Rule: ${label.toLowerCase()}` : `Group: ${label.toLowerCase()}`}
      className={cx(
        'flex flex-col gap-2 rounded-card border border-line p-2.5',
        depth % 2 === 1 ? 'bg-sunken' : 'bg-surface',
      )}
    >
      <div className="flex items-center gap-2">
        <Select<GroupKind>
          aria-label={depth === 1 ? 'The rule matches' : 'The group matches'}
          size="sm"
          className="w-28"
          value={group.kind}
          options={kinds}
          onChange={(kind) => kind && acts.setKind(group.key, kind)}
        />
        <span className="min-w-0 flex-1 truncate text-label text-2">
          {depth === 1 ? 'these conditions' : 'these'}
        </span>
        {depth > 1 && (
          <IconButton
            label="Remove the group"
            size="sm"
            icon={<IconTrash aria-hidden />}
            onClick={() => acts.remove(group.key)}
          />
        )}
      </div>
      {group.parts.map((part, index) => (
        <div key={part.key}>
          {index > 0 && <p className="pb-2 pl-1 text-label text-3">{between[group.kind]}</p>}
          {isGroup(part) ? (
            <RuleGroup {...props} group={part} depth={depth + 1} />
          ) : (
            <ConditionRow
              leaf={part}
              field={fields.get(part.condition.field)}
              lookups={lookups}
              broken={broken.has(part.condition.field)}
              onOpen={(anchor) => acts.open(anchor, group.key, part)}
              onRemove={() => acts.remove(part.key)}
            />
          )}
        </div>
      ))}
      {group.parts.length === 0 && (
        <p className="pl-1 text-label text-2">
          {depth === 1
            ? 'No conditions: all records match.'
            : 'This group is empty. Add a condition, or remove the group.'}
        </p>
      )}
      <div className="flex flex-wrap gap-1">
        <Button
          size="sm"
          variant="ghost"
          icon={<IconPlus aria-hidden />}
          aria-haspopup="dialog"
          onClick={(event) => acts.open(event.currentTarget, group.key)}
        >
          Add condition
        </Button>
        {depth < deepest && (
          <Button
            size="sm"
            variant="ghost"
            icon={<IconSubtask aria-hidden />}
            onClick={() => acts.addGroup(group.key)}
          >
            Add group
          </Button>
        )}
      </div>
    </div>
  )
}
