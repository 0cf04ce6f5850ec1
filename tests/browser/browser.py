# SPDX-License-Identifier: Apache-2.0
"""A page in Debian's chromium, with its requests and its console messages."""
import json
import os
import shutil
import sys

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
    MISSING = [name for name in ("chromium", "chromedriver") if not shutil.which(name)]
except ImportError as missing:
    MISSING = [str(missing)]
    Keys = None


def needed():
    """Skips the test if there is no browser; with ASSAY_MUST_RUN that is a failure."""
    if MISSING:
        print(f"skipped: {', '.join(MISSING)}; install the packages chromium, chromium-driver and python3-selenium")
        sys.exit(1 if os.environ.get("ASSAY_MUST_RUN") else 77)


class Browser:
    def __init__(self, *arguments):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for each in ("--headless=new", "--disable-dev-shm-usage", "--window-size=1300,900", *arguments):
            options.add_argument(each)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def wait(self, script, seconds=20):
        """Waits until the script returns something, and returns it."""
        return WebDriverWait(self.driver, seconds, poll_frequency=0.02).until(lambda driver: driver.execute_script(script))

    def open(self, file, hash_=""):
        self.driver.get("about:blank")  # otherwise another hash would only move within the same page
        self.driver.get(f"file://{os.path.abspath(file)}{hash_}")
        self.wait("return !document.scripts.length || document.documentElement.dataset.ready === 'yes'")

    def go(self, hash_):
        """Goes to a case of the open page."""
        self.driver.execute_script("delete document.documentElement.dataset.shown; location.hash = arguments[0]", hash_)
        self.wait("return document.documentElement.dataset.shown")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def text(self, selector):
        """The text there, even if it is scrolled out of sight."""
        return self.run("return [...document.querySelectorAll(arguments[0])].map(each => each.innerText).join('\\n')", selector)

    def press(self, key, shift=False):
        keys = ActionChains(self.driver)
        (keys.key_down(Keys.SHIFT).send_keys(key).key_up(Keys.SHIFT) if shift else keys.send_keys(key)).perform()

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """The URLs requested since the last call, of pages and their resources, without data: and about:."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"].split("#")[0])
        return [url for url in found if not url.startswith(("data:", "about:"))]

    def violations(self, test, file, places):
        """The complaints of axe-core, light and dark; skips `test` if ASSAY_AXE names no axe.min.js."""
        try:
            with open(os.environ.get("ASSAY_AXE", "")) as script:
                axe = script.read()
        except FileNotFoundError:
            test.skipTest("ASSAY_AXE names no axe.min.js; ./do schemas fetches it")
        found = []
        for scheme in ("light", "dark"):
            self.show_as(scheme)
            for place in places:
                self.open(file, place)
                self.run(axe)
                said = self.driver.execute_async_script("axe.run().then(arguments[0])")
                found += [(scheme, place, each["id"], [node["html"][:200] for node in each["nodes"]]) for each in said["violations"]]
        return found

    def show_as(self, scheme):
        """Emulates a system set to light or dark."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
