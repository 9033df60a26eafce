import { IconAlertTriangle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import type { SettingsFormState } from '../use-settings-form.ts'

/** Asks the provider whether it would answer with what is typed. */
export function ConnectionCheck({ state: { checking, checked, check } }: { state: SettingsFormState }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <Button icon={<IconPlugConnected aria-hidden />} busy={checking} onClick={() => void check()}>
        Check connection
      </Button>
      <div role="status" className="empty:hidden">
        {checked && (
          <p
            className={`flex items-start gap-1.5 text-body ${checked.reachable ? 'text-good' : 'text-poor'}`}
          >
            {checked.reachable ? (
              <IconCircleCheck size={16} className="mt-0.5 shrink-0" aria-hidden />
            ) : (
              <IconAlertTriangle size={16} className="mt-0.5 shrink-0" aria-hidden />
            )}
            {checked.message}
          </p>
        )}
      </div>
    </div>
  )
}
