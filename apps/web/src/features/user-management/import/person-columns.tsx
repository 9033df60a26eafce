import { roles } from '@steward/contracts/plain/permission'
import { userImportTargets, type UserImportTarget } from '@steward/contracts/plain/invite'
import type { Detection } from '../../../entities/table-file/index.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { targetLabels, type UserImportDraft } from './person-columns.rules.ts'

type PersonColumnsProps = {
  detection: Detection
  draft: UserImportDraft
  onChange: (changes: Partial<UserImportDraft>) => void
}

/** Which column is what of a person, the role of rows without one, and whether they are invited now. */
export function PersonColumns({ detection, draft, onChange }: PersonColumnsProps) {
  const options = detection.columns.map(({ column, name }) => ({ value: String(column), label: name }))

  function choose(target: UserImportTarget, column: string | number | undefined) {
    const { [target]: _before, ...rest } = draft.columns
    onChange({ columns: column === undefined ? rest : { ...rest, [target]: Number(column) } })
  }

  return (
    <section aria-label="Columns" className="flex flex-col gap-4">
      <h2 className="font-medium">Match columns</h2>
      <ul className="divide-y divide-line border-y border-line">
        {userImportTargets.map((target) => (
          <li key={target} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-3 sm:items-center">
            <span>{targetLabels[target]}</span>
            <Combobox
              aria-label={`Column for ${targetLabels[target]}`}
              placeholder="Not imported"
              options={options}
              value={options.find(({ value }) => value === String(draft.columns[target])) ?? null}
              onChange={(option) => choose(target, option?.value)}
            />
            <Samples detection={detection} column={draft.columns[target]} />
          </li>
        ))}
      </ul>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Role of rows without one">
          <Select
            value={draft.roleId}
            onChange={(roleId) => roleId && onChange({ roleId })}
            options={roles.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      </div>
      <Checkbox
        label="Send invitations by email now"
        checked={draft.sendsMail}
        onCheckedChange={(sendsMail) => onChange({ sendsMail })}
      />
      {!draft.sendsMail && (
        <p className="-mt-3 pl-6 text-label text-2">
          They can own records at once. Resend their invitations when they are to log in.
        </p>
      )}
    </section>
  )
}

/** How many different cells are shown beside a column. */
const mostSamples = 4

function Samples({ detection, column }: { detection: Detection; column: number | undefined }) {
  const samples = detection.columns.find((one) => one.column === column)?.samples ?? []
  return <span className="truncate text-label text-2">{samples.slice(0, mostSamples).join(' · ')}</span>
}
