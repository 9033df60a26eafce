import { useQuery } from '@tanstack/react-query'
import { startPageLabels, startPages } from '@steward/contracts/plain/session'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ColorSetting } from './color-setting.tsx'
import { companyQuery, useUpdateCompany } from './company.calls.ts'

const options = startPages.map((value) => ({ value, label: startPageLabels[value] }))

const logosText =
  'Steward fetches the logos of organizations and accounts from their website domain. An uploaded picture comes first.'
const notAllowedText = 'Not allowed on this installation. Its operator can set FETCH_LOGOS=on.'

/** What is the same for everyone in the company. */
export function CompanyPage() {
  const may = useCan()
  return (
    <SettingsPage title="Company" permission="user.administer" what="the settings of the company">
      <div className="flex max-w-170 flex-col gap-8 px-4 py-6 md:px-6">
        <SharedSettings />
        {may('company.administer') && <ColorSetting />}
      </div>
    </SettingsPage>
  )
}

function SharedSettings() {
  const { data, error, refetch } = useQuery(companyQuery)
  const update = useUpdateCompany()
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-32 w-full" />
  const { startPage, fetchLogos, mayFetchLogos } = data
  return (
    <>
      <Field
        label="Start page"
        help="The first page after sign-in. Users can choose another one in their profile."
      >
        <Select
          value={update.isPending ? update.variables.startPage : startPage}
          options={options}
          onChange={(next) => next && update.mutate({ startPage: next })}
        />
      </Field>
      <Switch
        label="Logos from websites"
        description={mayFetchLogos ? logosText : notAllowedText}
        checked={fetchLogos}
        disabled={!mayFetchLogos}
        onCheckedChange={async (on) => {
          await update.mutateAsync({ startPage, fetchLogos: on }).catch(() => undefined)
        }}
      />
    </>
  )
}
