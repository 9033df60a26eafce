import { IconGavel } from '@tabler/icons-react'
import { scenarioLimits, waitPeriods, type WaitPeriod } from '@steward/contracts/plain/scenario'
import type { AskApprovalSettings } from '@steward/contracts/scenario/approval'
import { fullName } from '../../../entities/user/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { NodeKind, PanelProps } from './node-kind.ts'
import { counted, periodWords } from './words.ts'

type Approver = { rule: AskApprovalSettings['approver']['rule']; userId?: number | undefined }
type Loose = { question?: string; approver?: Approver; amount?: number | null; period?: WaitPeriod }

const rules = [
  { value: 'primaryOwner', label: 'Primary owner' },
  { value: 'user', label: 'A person' },
] as const

function ApproverFields({ settings, words, fault, onChange }: PanelProps) {
  const { approver = { rule: 'primaryOwner' } } = settings as Loose
  const people = words.lookups.users.map((user) => ({ value: user.userId, label: fullName(user) }))
  const error = fault('approver')
  return (
    <>
      <Field label="Who decides" required error={approver.rule === 'user' ? undefined : error}>
        <Select<Approver['rule']>
          value={approver.rule}
          options={rules}
          onChange={(rule) => rule && onChange({ approver: { rule } })}
        />
      </Field>
      {approver.rule === 'user' && (
        <Field label="Person" required error={error && (approver.userId ? error : 'Choose a person.')}>
          <Combobox
            value={people.find(({ value }) => value === approver.userId) ?? null}
            options={people}
            onChange={(person) => onChange({ approver: { rule: 'user', userId: person?.value } })}
          />
        </Field>
      )}
    </>
  )
}

function ApprovalPanel(props: PanelProps) {
  const { settings, fault, onChange } = props
  const { question = '', amount, period } = settings as Loose
  return (
    <>
      <Field
        label="Question"
        required
        help="{{record.name}}, {{account.name}}, {{organization.name}} and {{owner.name}} are filled in."
        error={fault('question')}
      >
        <Input
          value={question}
          maxLength={scenarioLimits.notice}
          onChange={({ target }) => onChange({ question: target.value })}
        />
      </Field>
      <ApproverFields {...props} />
      <div className="flex gap-3">
        <Field label="Time to decide" required className="flex-1" error={fault('amount')}>
          <NumberField
            value={amount ?? null}
            min={1}
            decimals={0}
            onChange={(next) => onChange({ amount: next ?? undefined })}
          />
        </Field>
        <Field label="Period" required className="flex-1" error={fault('period')}>
          <Select<WaitPeriod>
            value={period ?? null}
            options={waitPeriods.map((value) => ({ value, label: `${periodWords[value]}s` }))}
            onChange={(next) => next && onChange({ period: next })}
          />
        </Field>
      </div>
    </>
  )
}

export const askApprovalKind: NodeKind = {
  type: 'askApproval',
  icon: IconGavel,
  purpose: 'Asks a user whether the record may continue',
  fresh: () => ({ question: '', approver: { rule: 'primaryOwner' }, amount: 3, period: 'day' }),
  branches: () => [
    { key: 'approved', label: 'Approved' },
    { key: 'rejected', label: 'Rejected' },
    { key: 'timeout', label: 'No answer' },
  ],
  sentence(settings, { lookups }) {
    const { question = '', approver, amount, period } = settings as Loose
    const id = approver?.userId
    const named = id === undefined ? undefined : lookups.userName(id)
    const who = approver?.rule === 'user' ? named : 'the primary owner'
    if (question.trim() === '' || !who || !amount || !period) return undefined
    return `Ask ${who} “${question.trim()}” and wait for ${counted(amount, periodWords[period])}`
  },
  Panel: ApprovalPanel,
}
