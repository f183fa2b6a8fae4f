// Draws the pictures that messengers show of a link; run by hand after the cards have changed.
// `node previews.mjs ADDRESS FOLDER` writes FOLDER/GAME.png for every game of a running server, and FOLDER/araldo.png.
import {openBrowser, welcomeOf} from "./browser.mjs";

const [address, folder] = process.argv.slice(2);
const browser = await openBrowser(),
    {games} = await welcomeOf(browser, address);
const page = await (await browser.newContext({viewport: {width: 600, height: 315}, colorScheme: "light"})).newPage();
await page.goto(address);
await page.locator(".tile .fan").first().waitFor();

/** @type {{name: string, title: string, from: string}[]} */
const pictures = games.map(({name, title}) => ({name, title, from: name}));
pictures.push({name: "araldo", title: "Araldo", from: games[0].name});
for (const {name, title, from} of pictures) {
    await page.evaluate(
        ([game, words]) => {
            document.querySelector("#preview")?.remove();
            const felt = document.createElement("div"),
                fan = document.querySelector(`.tile-${game} .fan`)?.cloneNode(true),
                heading = document.createElement("p");
            felt.id = "preview";
            Object.assign(felt.style, {
                position: "fixed",
                inset: "0",
                zIndex: "99",
                display: "grid",
                placeItems: "center",
                background: "var(--felt)",
            });
            heading.textContent = words;
            Object.assign(heading.style, {
                font: "700 44px Georgia, serif",
                color: "#fff8e7",
                position: "absolute",
                bottom: "22px",
            });
            if (fan instanceof HTMLElement)
                Object.assign(fan.style, {
                    background: "none",
                    height: "230px",
                    margin: "0 0 60px",
                    paddingTop: "26px",
                    overflow: "visible",
                });
            if (fan instanceof HTMLElement) fan.style.setProperty("--card", "118px");
            if (fan) felt.append(fan);
            felt.append(heading);
            document.body.append(felt);
        },
        [from, title],
    );
    await page.screenshot({path: `${folder}/${name}.png`});
}
await browser.close();
