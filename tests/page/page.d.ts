// What the checker of JavaScript cannot know: every element of the page is of HTML or SVG, one file
// is a service worker, one a worker's classic script, and serial ports are in no library of types.
interface Element extends HTMLOrSVGElement, GlobalEventHandlers { inert: boolean }
interface Window { banquier: unknown }
interface Navigator { serial: any }
interface Event { waitUntil(done: Promise<unknown>): void; respondWith(answer: unknown): void; request: Request }
declare const registration: ServiceWorkerRegistration;
declare const clients: any;
// Of the engine, which lies before the worker's own script.
declare const loadMicroPython: any;
declare const WorkerGlobalScope: any;
