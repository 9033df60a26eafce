import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CompanyAppearance } from '@steward/contracts/company/appearance'
import { companyColorPattern, defaultCompanyColor } from '@steward/contracts/plain/company-color'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { useDirty } from '../../ui/dirty.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { appearanceQuery, updateAppearance } from './appearance.calls.ts'
import { ColorPreview } from './color-preview.tsx'

const subject = 'company'

/** How the company looks on the pages that its customers see. */
export function ColorSetting() {
  const { data, error, refetch } = useQuery(appearanceQuery)
  if (data) return <ColorForm company={data} />
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  return <Skeleton className="h-32 w-full" />
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
      const saved = await updateAppearance({ color: typed === '' ? null : typed })
      client.setQueryData(appearanceQuery.queryKey, saved)
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
      className="flex flex-col gap-5"
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
