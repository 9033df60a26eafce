import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CompanyAppearance } from '@steward/contracts/company/appearance'
import { companyColorPattern, defaultCompanyColor } from '@steward/contracts/plain/company-color'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../api/error-text.ts'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { Button } from '../../ui/button.tsx'
import { useDirty } from '../../ui/dirty.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ColorPreview } from './color-preview.tsx'
import { companyQuery, updateCompany } from './company.calls.ts'

const subject = 'company'

/** How the company looks on the pages that its customers see. */
export function CompanyPage() {
  const { data, error, refetch } = useQuery(companyQuery)
  return (
    <SettingsPage title="Company" permission="company.administer" what="the settings of the company">
      {data && <ColorForm company={data} />}
      {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="m-6 h-32" />}
    </SettingsPage>
  )
}

function ColorForm({ company }: { company: CompanyAppearance }) {
  const client = useQueryClient()
  const [color, setColor] = useState(company.color ?? '')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const typed = color.trim().toLowerCase()
  const shown = companyColorPattern.test(typed) ? typed : defaultCompanyColor
  useDirty(typed !== (company.color ?? ''))

  function change(next: string) {
    setColor(next)
    setFault(null)
  }

  async function save() {
    setBusy(true)
    try {
      const saved = await updateCompany({ color: typed === '' ? null : typed })
      client.setQueryData(companyQuery.queryKey, saved)
      toast.done('Company color saved', { subject })
    } catch (error) {
      const atField = error instanceof ApiError ? error.fields?.['color'] : undefined
      if (atField) setFault(atField)
      else if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
    }
    setBusy(false)
  }

  return (
    <form
      noValidate
      className="flex max-w-170 flex-col gap-5 px-4 py-6 md:px-6"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className="text-2">
        Customers see this color on the pages that {company.name} shares with them, such as success plans.
      </p>
      <div className="flex items-start gap-3">
        <Field
          label="Color"
          help="# and six digits from 0 to f. Leave it empty for the color of Steward."
          error={fault}
          className="flex-1"
        >
          <Input
            value={color}
            maxLength={7}
            placeholder={defaultCompanyColor}
            spellCheck={false}
            onChange={(event) => change(event.target.value)}
          />
        </Field>
        <input
          type="color"
          aria-label="Pick a color"
          value={shown}
          onChange={(event) => change(event.target.value)}
          className="mt-6.5 h-8 w-12 cursor-pointer rounded-control border border-edge bg-surface p-1"
        />
      </div>
      <ColorPreview name={company.name} color={shown} />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          Save color
        </Button>
      </div>
    </form>
  )
}
