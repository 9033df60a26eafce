import { useQuery } from '@tanstack/react-query'
import { startPageLabels, startPages } from '@steward/contracts/plain/session'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ColorSetting } from './color-setting.tsx'
import { companyQuery, useUpdateCompany } from './company.calls.ts'

const options = startPages.map((value) => ({ value, label: startPageLabels[value] }))

/** What is the same for everyone in the company. */
export function CompanyPage() {
  const may = useCan()
  return (
    <SettingsPage title="Company" permission="user.administer" what="the settings of the company">
      <div className="flex max-w-170 flex-col gap-8 px-4 py-6 md:px-6">
        <StartPageSetting />
        {may('company.administer') && <ColorSetting />}
      </div>
    </SettingsPage>
  )
}

function StartPageSetting() {
  const { data, error, refetch } = useQuery(companyQuery)
  const update = useUpdateCompany()
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-14 w-full" />
  return (
    <Field
      label="Start page"
      help="The first page after sign-in. Users can choose another one in their profile."
    >
      <Select
        value={update.isPending ? update.variables.startPage : data.startPage}
        options={options}
        onChange={(startPage) => startPage && update.mutate({ startPage })}
      />
    </Field>
  )
}
