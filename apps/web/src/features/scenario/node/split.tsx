import { IconPercentage, IconPlus, IconTrash } from '@tabler/icons-react'
import { scenarioLimits } from '@steward/contracts/plain/scenario'
import type { SplitSettings } from '@steward/contracts/scenario/settings'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import type { NodeKind, NodeSettings, PanelProps } from './node-kind.ts'

type Part = SplitSettings['parts'][number]

const partsIn = (settings: NodeSettings) => (settings['parts'] ?? []) as readonly Part[]

/** The first letter that names no part yet. */
const freeKey = (parts: readonly Part[]): string =>
  'abcdefghijklmnop'.split('').find((key) => parts.every((part) => part.key !== key)) as string

function SplitPanel({ settings, fault, onChange }: PanelProps) {
  const parts = partsIn(settings)
  const set = (at: number, change: Partial<Part>) =>
    onChange({ parts: parts.map((part, nth) => (nth === at ? { ...part, ...change } : part)) })
  const problem = fault('parts')
  return (
    <>
      {parts.map(({ key, name, percent }, at) => (
        <div key={key} className="flex items-end gap-2">
          <Field label={`Name of part ${at + 1}`} required className="flex-1">
            <Input
              value={name}
              maxLength={scenarioLimits.name}
              onChange={({ target }) => set(at, { name: target.value })}
            />
          </Field>
          <Field label={`Share of part ${at + 1}`} hideLabel className="w-24">
            <NumberField
              value={percent}
              min={0}
              max={100}
              decimals={0}
              suffix="%"
              onChange={(next) => set(at, { percent: next ?? 0 })}
            />
          </Field>
          <IconButton
            label={`Remove part ${at + 1}`}
            icon={<IconTrash aria-hidden />}
            disabled={parts.length <= 2}
            onClick={() => onChange({ parts: parts.filter((part) => part.key !== key) })}
          />
        </div>
      ))}
      {problem && <p className="text-label text-poor">{problem}</p>}
      <Button
        size="sm"
        className="self-start"
        icon={<IconPlus aria-hidden />}
        disabled={parts.length >= scenarioLimits.branches}
        onClick={() => {
          const key = freeKey(parts)
          onChange({ parts: [...parts, { key, name: key.toUpperCase(), percent: 0 }] })
        }}
      >
        Add part
      </Button>
    </>
  )
}

export const splitKind: NodeKind = {
  type: 'split',
  icon: IconPercentage,
  purpose: 'Sends a share of the records each way; a record always goes the same way',
  fresh: () => ({
    parts: [
      { key: 'a', name: 'A', percent: 50 },
      { key: 'b', name: 'B', percent: 50 },
    ],
  }),
  branches: (settings) => partsIn(settings).map(({ key, name }) => ({ key, label: name || key })),
  sentence: (settings) =>
    partsIn(settings)
      .map(({ name, percent }) => `${percent}% ${name}`)
      .join(', ') || undefined,
  Panel: SplitPanel,
}
