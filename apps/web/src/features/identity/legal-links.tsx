import { useAnswer } from '../../entities/sign-in/index.ts'

interface Meta {
  privacyUrl?: string | null
  termsUrl?: string | null
}

async function readMeta(): Promise<Meta> {
  const response = await fetch('/meta.json')
  return response.ok ? ((await response.json()) as Meta) : {}
}

function Outward({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-accent-text underline-offset-2 hover:underline"
    >
      {children}
    </a>
  )
}

/** What one agrees to, where anyone who runs this Steward has told where it is written. */
export function LegalLinks() {
  const { data } = useAnswer('meta', readMeta)
  if (!data?.privacyUrl && !data?.termsUrl) return null
  return (
    <p className="text-label text-2">
      {'By continuing you accept the '}
      {data.termsUrl && <Outward href={data.termsUrl}>terms of service</Outward>}
      {data.termsUrl && data.privacyUrl && ' and the '}
      {data.privacyUrl && <Outward href={data.privacyUrl}>privacy policy</Outward>}.
    </p>
  )
}
