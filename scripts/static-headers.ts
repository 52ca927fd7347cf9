import { appendFileSync } from 'node:fs'
import { securityHeaders } from '#worker/http/security-headers.ts'

/** Static files bypass the worker: the same headers go into the file that the platform reads. */
export function writeStaticHeaders(path = 'dist/client/_headers'): void {
  const headers = { ...securityHeaders, 'Content-Security-Policy': "frame-ancestors 'none'" }
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
  appendFileSync(path, ['', '/*', ...lines, ''].join('\n'))
}
