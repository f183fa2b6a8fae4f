// <araldo-table record="match.jsonl"> and <araldo-table position="primiera:two …">: a table in somebody else's page.
// The table is a document of its own (show.html), so that neither page can disturb the other. This script runs in the page around
// it: it reads the record, with that page's rights, and hands it over with the language to use.
// Attributes: record (an address) or position (a text), lang, eyes (all, onlooker, or a seat from 0), step (from 1), title.

const place = new URL("show.html", import.meta.url),
    recordMost = 4 * 1024 * 1024; // letters
const style = ":host{display:block;height:36rem;max-height:100vh}iframe{display:block;width:100%;height:100%;border:0}";

/** @param {string} address */
async function readRecord(address) {
    const answer = await fetch(address);
    const text = answer.ok ? await answer.text() : "";
    return text.length > recordMost ? "" : text;
}

class AraldoTable extends HTMLElement {
    static observedAttributes = ["record", "position", "lang", "eyes", "step"];

    #frame = document.createElement("iframe");
    #ready = false; // the document in the frame listens
    #shows = 0;

    constructor() {
        super();
        const look = document.createElement("style");
        look.textContent = style;
        this.attachShadow({mode: "open"}).append(look, this.#frame);
    }

    connectedCallback() {
        this.#ready = false;
        this.#frame.title = this.title || "Araldo";
        this.#frame.src = place.href;
        addEventListener("message", this.#hear);
    }

    disconnectedCallback() {
        removeEventListener("message", this.#hear);
    }

    attributeChangedCallback() {
        if (this.#ready) this.#show();
    }

    /** @param {MessageEvent} event */
    #hear = event => {
        if (event.source !== this.#frame.contentWindow || event.data !== "araldo ready") return;
        this.#ready = true;
        this.#show();
    };

    async #show() {
        const number = ++this.#shows,
            record = this.getAttribute("record");
        const text = record
            ? await readRecord(new URL(record, document.baseURI).href).catch(() => "")
            : (this.getAttribute("position") ?? "");
        if (number !== this.#shows) return; // the attributes have changed meanwhile
        this.#frame.contentWindow?.postMessage(
            {
                araldo: "show",
                text,
                language: this.closest("[lang]")?.getAttribute("lang") ?? "",
                eyes: this.getAttribute("eyes") ?? "all",
                step: Number(this.getAttribute("step") ?? 1) - 1,
            },
            place.origin,
        );
    }
}

customElements.define("araldo-table", AraldoTable);
