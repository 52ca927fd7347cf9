/** True for what only this machine reaches: without encryption, at an address of its own. */
export function isLocalAddress(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
