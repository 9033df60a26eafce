import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { planLimits } from '@steward/contracts/plain/success-plan'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { useGo } from '../../../components/go.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { createTemplateFromPlan, planTemplatesQuery } from './template.calls.ts'

/** Makes a template of a plan. */
export function TemplateDialog({ plan, onClose }: { plan: SuccessPlanDetail; onClose: () => void }) {
  const client = useQueryClient()
  const go = useGo()
  const [name, setName] = useState(plan.name)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function save() {
    setBusy(true)
    setFault(null)
    try {
      await createTemplateFromPlan(plan.successPlanId, name)
      await client.invalidateQueries({ queryKey: planTemplatesQuery.queryKey })
      go(paths.successPlanTemplates)
    } catch (error) {
      if (!isSessionExpired(error)) setFault(errorText(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title="Save as template"
      description={`Dates become days from the start, and ${plan.record.name} in names becomes the name of the record.`}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Save template
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={fault} />
        <Field label="Name" required>
          <Input value={name} maxLength={planLimits.name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
