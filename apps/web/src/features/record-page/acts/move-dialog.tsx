import { useMemo, useState } from 'react'
import { IconArrowDown } from '@tabler/icons-react'
import { levelOf } from '@steward/contracts/level'
import { errorText } from '../../../api/error-text.ts'
import { findRecords, type MoveTarget } from '../../../entities/record/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import type { LoadOptions } from '../../../ui/use-loaded-options.ts'
import { childLevels } from '../child-levels.ts'
import { type RecordScreen, useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useRecordActs } from './use-record-acts.ts'

type Kind = 'organization' | 'account'

const levelKinds = [
  { value: 'account', label: 'An account' },
  { value: 'organization', label: 'An organization' },
] as const

/** Searches targets of a kind; where the record already is, it cannot go. */
function targetLoader(kind: Kind, current: number | undefined): LoadOptions {
  return async (query, signal) => {
    const found = await findRecords(levelOf(kind), query, signal)
    return found.map((record): Option => ({
      value: record.id,
      label: record.name,
      detail: record.parentName ?? undefined,
      disabled: record.id === current,
      reason: record.id === current ? 'Already here' : undefined,
    }))
  }
}

function targetOf(kind: Kind, id: number, takesAccounts: boolean): MoveTarget {
  if (kind === 'account') return { accountId: id }
  return takesAccounts ? { organizationId: id, accountId: null } : { organizationId: id }
}

/** What moving means for what hangs under the record, or for the record itself. */
function consequence({ level, record }: RecordScreen): string {
  const below = childLevels(level).map(({ plural }) => plural)
  if (below.length > 0) return `Its ${below.join(' and ')} move with it.`
  const { organization, account } = record.globalFields
  return `It leaves ${(account ?? organization)?.name ?? 'the top'} and keeps everything else.`
}

/** Where the record is now among the targets of a kind. */
function currentParent({ record }: RecordScreen, kind: Kind): number | undefined {
  const { organization, account } = record.globalFields
  if (kind === 'account') return account?.id
  return account ? undefined : organization?.id
}

function pathAfter(kind: Kind, target: Option | null, name: string): (string | undefined)[] {
  if (!target) return ['…', name]
  const above = kind === 'account' ? target.detail : undefined
  return [above, target.label, name].filter((step) => step !== undefined)
}

/** Chooses another parent and shows where the record is before and after. */
export function MoveDialog({ onClose }: { onClose: () => void }) {
  const screen = useRecordScreen()
  const { level, record } = screen
  const { move } = useRecordActs()
  const { name, organization, account } = record.globalFields
  const takesAccounts = level.id > 2
  const [kind, setKind] = useState<Kind>(takesAccounts ? 'account' : 'organization')
  const [target, setTarget] = useState<Option | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const current = currentParent(screen, kind)
  const load = useMemo(() => targetLoader(kind, current), [kind, current])

  async function go() {
    if (!target) return setProblem(`Choose the ${kind} to move to.`)
    setBusy(true)
    setProblem(null)
    try {
      await move(targetOf(kind, Number(target.value), takesAccounts), target.label)
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  const before = [organization?.name, account?.name, name].filter((step) => step !== undefined)

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Move ${name}`}
      description={consequence(screen)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void go()}>
            Move
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {takesAccounts && (
          <Segmented
            label="Move to"
            value={kind}
            onChange={(next) => {
              setKind(next)
              setTarget(null)
              setProblem(null)
            }}
            options={levelKinds}
          />
        )}
        <Field label={kind === 'account' ? 'New account' : 'New organization'} error={problem}>
          <Combobox
            key={kind}
            value={target}
            onChange={(next) => {
              setTarget(next)
              setProblem(null)
            }}
            load={load}
            placeholder={`Search ${levelOf(kind).plural}`}
          />
        </Field>
        <div className="flex flex-col gap-1.5 rounded-card bg-sunken px-3 py-2.5 text-body">
          <Path label="Now" steps={before} />
          <IconArrowDown size={14} className="ml-14 text-3" aria-hidden />
          <Path label="After" steps={pathAfter(kind, target, name)} />
        </div>
      </div>
    </Dialog>
  )
}

function Path({ label, steps }: { label: string; steps: readonly (string | undefined)[] }) {
  return (
    <p className="flex gap-2">
      <span className="w-12 shrink-0 text-3">{label}</span>
      <span className="min-w-0 wrap-anywhere text-1">{steps.join(' › ')}</span>
    </p>
  )
}
