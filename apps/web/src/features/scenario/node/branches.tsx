import { IconArrowsSplit, IconPlus, IconTrash } from '@tabler/icons-react'
import { scenarioLimits } from '@steward/contracts/plain/scenario'
import type { BranchSettings } from '@steward/contracts/scenario/settings'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import type { NodeKind, NodeSettings, PanelProps } from './node-kind.ts'
import { RuleField } from './rule-field.tsx'

type LooseBranch = Partial<BranchSettings['branches'][number]> & { key: string }

const branchesIn = (settings: NodeSettings) => (settings['branches'] ?? []) as readonly LooseBranch[]

/** The first key that no branch has yet. */
const freeKey = (branches: readonly LooseBranch[]): string => {
  const taken = new Set(branches.map(({ key }) => key))
  let nth = 1
  while (taken.has(`branch-${nth}`)) nth += 1
  return `branch-${nth}`
}

function BranchesPanel({ settings, words, fault, onChange }: PanelProps) {
  const branches = branchesIn(settings)
  const set = (at: number, change: Partial<LooseBranch>) =>
    onChange({ branches: branches.map((branch, nth) => (nth === at ? { ...branch, ...change } : branch)) })
  return (
    <>
      {branches.map(({ key, name, rule }, at) => (
        <fieldset key={key} className="flex flex-col gap-3 rounded-card border border-line p-3">
          <legend className="px-1 text-label text-2">Branch {at + 1}</legend>
          <div className="flex items-end gap-2">
            <Field label="Name" required className="flex-1" error={fault(`branches.${at}.name`)}>
              <Input
                value={name ?? ''}
                maxLength={scenarioLimits.name}
                onChange={({ target }) => set(at, { name: target.value })}
              />
            </Field>
            <IconButton
              label={`Remove branch ${at + 1}`}
              icon={<IconTrash aria-hidden />}
              disabled={branches.length === 1}
              onClick={() => onChange({ branches: branches.filter((branch) => branch.key !== key) })}
            />
          </div>
          <RuleField
            label={`Conditions of branch ${at + 1}`}
            rule={rule}
            words={words}
            error={rule ? fault(`branches.${at}.rule`) : fault(`branches.${at}.rule`) && 'Add a condition.'}
            onChange={(next) => set(at, { rule: next as LooseBranch['rule'] })}
          />
        </fieldset>
      ))}
      <p className="text-label text-2">
        Records take the first branch whose conditions they meet. The others take “Otherwise”.
      </p>
      <Button
        size="sm"
        className="self-start"
        icon={<IconPlus aria-hidden />}
        disabled={branches.length >= scenarioLimits.branches}
        onClick={() =>
          onChange({
            branches: [...branches, { key: freeKey(branches), name: `Branch ${branches.length + 1}` }],
          })
        }
      >
        Add branch
      </Button>
    </>
  )
}

export const branchesKind: NodeKind = {
  type: 'branches',
  icon: IconArrowsSplit,
  purpose: 'Sends records one of several ways, by conditions',
  fresh: () => ({ branches: [{ key: 'branch-1', name: 'Branch 1' }] }),
  branches: (settings) => [
    ...branchesIn(settings).map(({ key, name }) => ({ key, label: name || key })),
    { key: 'else', label: 'Otherwise' },
  ],
  sentence(settings) {
    const names = branchesIn(settings).map(({ name }) => name)
    return names.every(Boolean) ? `The first that applies: ${names.join(', ')}` : undefined
  },
  Panel: BranchesPanel,
}
