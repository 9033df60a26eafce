import { startPageLabels, startPages } from '@steward/contracts/plain/session'
import { useUser } from '../../../api/session.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ProfileForm } from './profile-form.ts'
import { SavedMark } from './saved-mark.tsx'

const pages = startPages.map((value) => ({ value: value as string, label: startPageLabels[value] }))

/** The first page after sign-in: one of their own, or that of the company. */
export function StartPageField({ form }: { form: ProfileForm }) {
  const { companyStartPage } = useUser()
  const ofCompany = { value: '', label: `Company default (${startPageLabels[companyStartPage]})` }
  return (
    <Field
      label="Start page"
      help="The page that opens first"
      error={form.faults['startPage']}
      aside={<SavedMark mark={form.marks.startPage} />}
    >
      <Select
        value={form.values.startPage}
        options={[ofCompany, ...pages]}
        onChange={(page) => {
          form.change('startPage', page ?? '')
          form.settle('startPage', page ?? '')
        }}
      />
    </Field>
  )
}
