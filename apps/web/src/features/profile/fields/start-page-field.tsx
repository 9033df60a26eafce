import { startPageLabels, startPages } from '@steward/contracts/plain/session'
import { useUser } from '../../../api/session.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ProfileForm } from './profile-form.ts'
import { SavedMark } from './saved-mark.tsx'

/** The company's page, which the form knows as nothing: an empty value would show as not chosen. */
const company = 'company'

const pages = startPages.map((value) => ({ value: value as string, label: startPageLabels[value] }))

/** The first page after sign-in: one of their own, or that of the company. */
export function StartPageField({ form }: { form: ProfileForm }) {
  const { companyStartPage } = useUser()
  const ofCompany = { value: company, label: `Company default (${startPageLabels[companyStartPage]})` }
  return (
    <Field
      label="Start page"
      help="The page that opens first"
      error={form.faults['startPage']}
      aside={<SavedMark mark={form.marks.startPage} />}
    >
      <Select
        value={form.values.startPage || company}
        options={[ofCompany, ...pages]}
        onChange={(page) => {
          const own = page === company || page === null ? '' : page
          form.change('startPage', own)
          form.settle('startPage', own)
        }}
      />
    </Field>
  )
}
