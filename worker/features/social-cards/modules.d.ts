declare module '*.bin' {
  const bytes: ArrayBuffer
  export default bytes
}

declare module '*.wasm' {
  const compiled: WebAssembly.Module
  export default compiled
}
