import type { Installation } from '@steward/contracts/survey/audience'

/** A page that loaded the snippet. */
export interface StoredOrigin {
  origin: string
  seenAt: Date
  isSigned: boolean
  failure: string | null
}

const day = 86_400_000
/** For how long a page that called counts. */
const seenFor = 7 * day

export interface InstallationFacts {
  /** The pages that called, latest first. */
  origins: readonly StoredOrigin[]
  /** Whether the survey is asked in the product at all. */
  isInProduct: boolean
  now: Date
}

type Verdict = Pick<Installation, 'state' | 'message' | 'steps'>

function verdictOf({ origins, isInProduct, now }: InstallationFacts): Verdict {
  const latest = origins.find(({ seenAt }) => now.getTime() - seenAt.getTime() <= seenFor)
  if (!latest) {
    return {
      state: 'waiting',
      message: 'Waiting for the first page that loads the snippet.',
      steps: [
        'Add the snippet to your pages.',
        'If your pages have a content security policy, allow the address of Steward in script-src and connect-src, or host the script yourself.',
        'Open one of the pages, and check again.',
      ],
    }
  }
  if (latest.failure !== null) {
    return {
      state: 'failed',
      message: `${latest.origin} loads the snippet, but ${latest.failure}`,
      steps: [
        'Sign the user id, or the email where there is no user id, on your server with the signing key.',
        'Send the signature in hexadecimal digits.',
        'Open the page again, and check again.',
      ],
    }
  }
  const message = `${latest.origin} loads the snippet.`
  if (isInProduct) return { state: 'verified', message, steps: [] }
  const steps = ['Turn the channel on, and publish the survey.']
  return { state: 'verified', message: `${message} This survey is not asked in the product yet.`, steps }
}

/** Whether the snippet works on the pages of a company, and what to do where it does not. */
export function installationOf(facts: InstallationFacts): Installation {
  return {
    ...verdictOf(facts),
    origins: facts.origins.map(({ origin, seenAt, isSigned }) => ({
      origin,
      seenAt: seenAt.toISOString(),
      isSigned,
    })),
  }
}
