import { findingsAbout, reasonOf, type Finding } from './finding.ts'
import type { Check } from './surroundings.ts'

const rates = findingsAbout('Exchange rates')
const telemetry = findingsAbout('Telemetry')
const wait = 10_000

/** The answer's status; its body is left where it is. */
async function ask(url: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(wait), ...init })
  await answer.body?.cancel()
  return answer.status
}

/** Where reference rates are fetched. */
export const checkExchangeRates: Check = async ({
  config: { exchangeRatesUrl: url },
}): Promise<Finding[]> => {
  if (url === undefined) return []
  try {
    const status = await ask(url)
    if (status === 200) return [rates.ok(`${new URL(url).host} answers.`)]
    return [rates.fault(`${url} answers ${status}.`, 'Correct EXCHANGE_RATES_URL.')]
  } catch (error) {
    return [
      rates.fault(
        `${url} cannot be reached: ${reasonOf(error)}.`,
        'Correct EXCHANGE_RATES_URL, and check that the firewall allows outgoing connections.',
      ),
    ]
  }
}

/** Where traces and metrics go; what is sent is empty. */
export const checkTelemetry: Check = async ({ config }): Promise<Finding[]> => {
  if (!config.telemetry) return []
  const { tracesUrl, headers } = config.telemetry
  try {
    const status = await ask(tracesUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf', ...headers },
      body: new Uint8Array(),
    })
    if (status === 200) return [telemetry.ok(`${tracesUrl} takes traces.`)]
    return [
      telemetry.warning(
        `${tracesUrl} answers ${status}.`,
        'Correct OTEL_EXPORTER_OTLP_ENDPOINT (OTLP over HTTP, mostly port 4318) and OTEL_EXPORTER_OTLP_HEADERS.',
      ),
    ]
  } catch (error) {
    return [
      telemetry.warning(
        `${tracesUrl} cannot be reached: ${reasonOf(error)}.`,
        'Correct OTEL_EXPORTER_OTLP_ENDPOINT. Steward also works without it.',
      ),
    ]
  }
}
