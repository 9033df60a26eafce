import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import * as apps from 'kubernetes-models/apps/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { environmentSchema } from '../../src/platform/config/env.ts'
import { release } from '../../src/platform/release.ts'
import { createRenderer } from './template.rendering.ts'

const folder = join(import.meta.dirname, '../../../../deploy/helm/steward')
const read = (name: string) => readFile(join(folder, name), 'utf8')

/** An object of Kubernetes; what is looked at is checked by its schema first. */
// eslint-disable-next-line typescript/no-explicit-any -- tests look into objects freely
type Manifest = any

const chart = parse(await read('Chart.yaml'))
const values = parse(await read('values.yaml'))
const isValid = new Ajv({ strict: true }).compile(JSON.parse(await read('values.schema.json')))
const names = (await readdir(join(folder, 'templates'))).toSorted()
const renderer = createRenderer(
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(`templates/${name}`)]))),
)
const secret = { DATABASE_URL: 'postgres://steward:secret@db/steward', SECRET_KEY: 'k'.repeat(40) }

/** What `helm template company .` prints with the values of the chart and these. */
function render(given: Record<string, unknown> = {}): Manifest[] {
  const all = { ...values, secret, ...given }
  expect(isValid(all), JSON.stringify(isValid.errors)).toBe(true)
  const root = {
    Values: all,
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: 'company', Namespace: 'default', Service: 'Helm' },
  }
  return names
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(renderer.render(name, root), { uniqueKeys: true }))
    .map((document) => {
      expect(document.errors, String(document)).toEqual([])
      return document.toJS()
    })
    .filter(Boolean)
}

const find = (all: Manifest[], kind: string, name: string): Manifest =>
  all.find((one) => one.kind === kind && one.metadata.name === name)

/** Models that check objects by the schemas of Kubernetes itself. */
const models: Record<string, Record<string, unknown>> = {
  v1: core,
  'apps/v1': apps,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
}

function validate(manifest: Manifest): void {
  const Model = models[manifest.apiVersion]?.[manifest.kind] as new (data: Manifest) => { validate(): void }
  new Model(manifest).validate()
}

/** What the annotations of a pod report what it reads. */
const hashes = (given: Record<string, unknown>) =>
  find(render(given), 'Deployment', 'company-steward-web').spec.template.metadata.annotations

const everything = {
  podMonitor: { enabled: true, interval: '30s' },
  imagePullSecrets: [{ name: 'registry' }],
  ingress: { ...values.ingress, enabled: true, className: 'nginx', annotations: { 'a.example.com/b': 'on' } },
  web: {
    ...values.web,
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'only', operator: 'Exists' }],
    affinity: { podAntiAffinity: {} },
  },
  serviceAccount: { name: '', annotations: { role: 'steward' } },
}

describe('the chart', () => {
  it('is of this release', () => {
    expect(chart).toMatchObject({ apiVersion: 'v2', name: 'steward', version: release, appVersion: release })
  })

  it.each([
    ['of itself', {}],
    ['with everything', everything],
    ['with a bucket', { files: { ...values.files, shared: false }, existingSecret: 'mine' }],
  ])('makes objects that Kubernetes knows, %s', (_name, given) => {
    for (const manifest of render(given)) {
      // Its definition comes with the operator.
      if (manifest.kind !== 'PodMonitor') validate(manifest)
    }
  })

  it('refuses values that it does not know', () => {
    expect(isValid({ ...values, wbe: {} })).toBe(false)
    expect(isValid({ ...values, environment: { PORT: 3000 } })).toBe(false)
    expect(isValid({ ...values, environment: { SECRET_KEY: 'in the open' } })).toBe(false)
  })

  it('asks for the secrets', () => {
    expect(() => render({ secret: {} })).toThrow('secret.DATABASE_URL, or existingSecret, has to be set')
    expect(render({ secret: {}, existingSecret: 'mine' }).map(({ kind }) => kind)).not.toContain('Secret')
  })

  it('sets variables that Steward reads', () => {
    const known = Object.keys(environmentSchema.shape)
    const { data } = find(render(), 'ConfigMap', 'company-steward')
    expect(known).toEqual(expect.arrayContaining(Object.keys(data)))
    const { stringData } = find(render(), 'Secret', 'company-steward')
    expect(stringData).toEqual(secret)
  })

  it('starts web and worker with the same image and what they need', () => {
    const all = render()
    for (const role of ['web', 'worker']) {
      const { spec } = find(all, 'Deployment', `company-steward-${role}`)
      const [container] = spec.template.spec.containers
      expect(spec.strategy).toEqual({ type: 'Recreate' })
      expect(container.image).toBe(`registry.example.com/steward:${release}`)
      expect(container.env).toEqual([{ name: 'ROLES', value: role }])
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
        expect(container[probe].httpGet.port).toBe('operations')
      expect(spec.template.spec.volumes[0].persistentVolumeClaim).toEqual({
        claimName: 'company-steward-files',
      })
    }
  })

  it('leads calls to the web processes alone', () => {
    const all = render({ ...everything })
    const { spec } = find(all, 'Service', 'company-steward')
    const { metadata } = find(all, 'Deployment', 'company-steward-web').spec.template
    expect(metadata.labels).toMatchObject(spec.selector)
    const worker = find(all, 'Deployment', 'company-steward-worker').spec.template
    expect(worker.metadata.labels).not.toMatchObject(spec.selector)
    const [rule] = find(all, 'Ingress', 'company-steward').spec.rules
    expect(rule.http.paths[0].backend.service).toEqual({ name: 'company-steward', port: { name: 'http' } })
  })

  it('starts pods anew when what they read changes', () => {
    const environment = { ...values.environment, LOG_LEVEL: 'debug' }
    expect(hashes({ environment })).not.toEqual(hashes({}))
    expect(hashes({ secret: { ...secret, SMTP_URL: 'smtp://mail' } })).not.toEqual(hashes({}))
  })

  it('has names that Kubernetes takes', () => {
    for (const { metadata } of render(everything))
      expect(metadata.name).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
  })
})
