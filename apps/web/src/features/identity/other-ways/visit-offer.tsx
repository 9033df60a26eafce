import { useEffect, useState } from 'react'
import type { VisitRole } from '@steward/contracts/plain/getting-started'
import { errorText } from '../../../api/error-text.ts'
import { listVisitRoles, startVisit } from '../../../entities/sign-in/index.ts'
import { Button } from '../../../ui/button.tsx'
import { useProceed } from '../entry.ts'

const labels: Readonly<Record<VisitRole, string>> = {
  administrator: 'Administrator',
  teamLead: 'Team lead',
  manager: 'Manager',
  viewer: 'Viewer',
}

/** On the machine that runs Steward: looks around in the sample customers, in one of four roles. */
export function VisitOffer() {
  const [roles, setRoles] = useState<readonly VisitRole[]>([])
  useEffect(() => {
    // Where nothing is answered, nothing is offered.
    listVisitRoles().then(setRoles, () => undefined)
  }, [])
  const [chosen, setChosen] = useState<VisitRole | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const proceed = useProceed()
  if (roles.length === 0) return null

  async function visit(role: VisitRole) {
    setChosen(role)
    setFailure(null)
    try {
      proceed(await startVisit(role), { username: '', remember: false })
    } catch (error) {
      setChosen(null)
      setFailure(errorText(error))
    }
  }

  return (
    <section aria-label="Look around" className="flex flex-col gap-2 border-t border-line pt-4">
      <p className="text-body text-2">Or look around in the sample customers, without a password:</p>
      <div className="grid grid-cols-2 gap-2">
        {roles.map((role) => (
          <Button
            key={role}
            busy={chosen === role}
            disabled={chosen !== null && chosen !== role}
            onClick={() => void visit(role)}
          >
            {labels[role]}
          </Button>
        ))}
      </div>
      {failure && (
        <p role="alert" className="text-body text-poor">
          {failure}
        </p>
      )}
    </section>
  )
}
